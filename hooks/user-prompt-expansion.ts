import { userPromptExpansionHook } from '../src/events/user-prompt-expansion.ts';
import { runHook } from '../src/runtime/run-hook.ts';

void runHook(userPromptExpansionHook);
