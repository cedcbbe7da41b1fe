import { userPromptSubmitHook } from '../src/app/hooks/user-prompt-submit.ts';
import { runHook } from '../src/runtime/run-hook.ts';

void runHook(userPromptSubmitHook);
