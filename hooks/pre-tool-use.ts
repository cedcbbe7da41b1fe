import { preToolUseHook } from '../src/events/pre-tool-use.ts';
import { runHook } from '../src/runtime/run-hook.ts';

void runHook(preToolUseHook);
