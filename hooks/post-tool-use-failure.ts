import { postToolUseFailureHook } from '../src/events/post-tool-use-failure.ts';
import { runHook } from '../src/runtime/run-hook.ts';

void runHook(postToolUseFailureHook);
