import { subagentStopHook } from '../src/app/hooks/subagent-stop.ts';
import { runHook } from '../src/runtime/run-hook.ts';

void runHook(subagentStopHook);
