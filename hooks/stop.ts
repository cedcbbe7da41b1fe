import { stop } from '../src/app/hooks/stop.ts';
import { StopInput } from '../src/core/protocol/hook-messages.ts';
import { fromTheClient, runHook } from '../src/runtime/run-hook.ts';

void runHook(StopInput, fromTheClient(stop));
