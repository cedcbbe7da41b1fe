import { userPromptSubmitHook } from '../src/events/user-prompt-submit.ts';
import { runHook } from '../src/runtime/run-hook.ts';

void runHook(userPromptSubmitHook);
