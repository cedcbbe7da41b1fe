import { stop } from '../src/app/hooks/stop.ts';
import { StopInput } from '../src/core/protocol/hook-messages.ts';
import { runHook } from '../src/runtime/run-hook.ts';

void runHook(StopInput, stop);
