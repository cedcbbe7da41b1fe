import { preSkillShellCommandHook } from '../src/events/pre-skill-shell-command.ts';
import { runHook } from '../src/runtime/run-hook.ts';

void runHook(preSkillShellCommandHook);
