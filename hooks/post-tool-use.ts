import { postToolUseHook } from '../src/app/hooks/post-tool-use.ts';
import { runHook } from '../src/runtime/run-hook.ts';

void runHook(postToolUseHook);
