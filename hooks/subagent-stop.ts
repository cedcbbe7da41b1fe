import { SubagentStopInput, subagentStop } from '../src/app/hooks/subagent-stop.ts';
import { fromTheClient } from '../src/runtime/from-the-client.ts';
import { runHook } from '../src/runtime/run-hook.ts';

void runHook(SubagentStopInput, fromTheClient(subagentStop));
