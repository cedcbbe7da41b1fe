import { SubagentStartInput, subagentStart } from '../src/app/hooks/subagent-start.ts';
import { fromTheClient, runHook } from '../src/runtime/run-hook.ts';

void runHook(SubagentStartInput, fromTheClient(subagentStart));
