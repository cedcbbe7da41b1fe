import { taskCompletedHook } from '../src/app/hooks/task-completed.ts';
import { runHook } from '../src/runtime/run-hook.ts';

void runHook(taskCompletedHook);
