import { taskCompletedHook } from '../src/events/task-completed.ts';
import { runHook } from '../src/runtime/run-hook.ts';

void runHook(taskCompletedHook);
