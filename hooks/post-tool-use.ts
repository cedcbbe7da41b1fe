import { postToolUseHook } from '../src/events/post-tool-use.ts';
import { runHook } from '../src/runtime/run-hook.ts';

void runHook(postToolUseHook);
