import { postToolUseFailure } from '../src/app/hooks/post-tool-use-failure.ts';
import { PostToolUseFailureInput } from '../src/core/protocol/hook-messages.ts';
import { runHook } from '../src/runtime/run-hook.ts';

void runHook(PostToolUseFailureInput, postToolUseFailure);
