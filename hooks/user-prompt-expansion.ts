import { userPromptExpansionHook } from '../src/app/hooks/user-prompt-expansion.ts';
import { runHook } from '../src/runtime/run-hook.ts';

void runHook(userPromptExpansionHook);
