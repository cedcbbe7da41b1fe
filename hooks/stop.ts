import { stop } from '../src/app/hooks/stop.ts';
import { StopInput } from '../src/core/protocol/hook-input.ts';
import { fromTheClient } from '../src/runtime/from-the-client.ts';
import { runHook } from '../src/runtime/run-hook.ts';

void runHook(StopInput, fromTheClient(stop));
