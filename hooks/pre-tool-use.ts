import { preToolUse } from '../src/app/hooks/pre-tool-use.ts';
import { PreToolUseInput } from '../src/core/protocol/hook-messages.ts';
import { runHook } from '../src/runtime/run-hook.ts';

void runHook(PreToolUseInput, preToolUse);
