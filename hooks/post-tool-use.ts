import { postToolUse } from '../src/app/hooks/post-tool-use.ts';
import { PostToolUseInput } from '../src/core/protocol/hook-messages.ts';
import { runHook } from '../src/runtime/run-hook.ts';

void runHook(PostToolUseInput, postToolUse);
