import { preToolUseHook } from '../src/app/hooks/pre-tool-use.ts';
import { runHook } from '../src/runtime/run-hook.ts';

void runHook(preToolUseHook);
