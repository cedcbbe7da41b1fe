import { preSkillShellCommandHook } from '../src/app/hooks/pre-skill-shell-command.ts';
import { runHook } from '../src/runtime/run-hook.ts';

void runHook(preSkillShellCommandHook);
