import { stopHook } from '../src/app/hooks/stop.ts';
import { runHook } from '../src/runtime/run-hook.ts';

void runHook(stopHook);
