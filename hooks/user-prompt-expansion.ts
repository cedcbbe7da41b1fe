import { typedCommandFault, userPromptExpansion } from '../src/app/hooks/user-prompt-expansion.ts';
import { UserPromptExpansionInput } from '../src/core/protocol/hook-input.ts';
import { answeringFaults } from '../src/runtime/answering-faults.ts';
import { runHook } from '../src/runtime/run-hook.ts';

void runHook(UserPromptExpansionInput, answeringFaults(userPromptExpansion, typedCommandFault));
