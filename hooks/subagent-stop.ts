import { subagentStopHook } from '../src/events/subagent-stop.ts';
import { runHook } from '../src/runtime/run-hook.ts';

void runHook(subagentStopHook);
