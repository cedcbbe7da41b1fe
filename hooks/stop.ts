import { stopHook } from '../src/events/stop.ts';
import { runHook } from '../src/runtime/run-hook.ts';

void runHook(stopHook);
