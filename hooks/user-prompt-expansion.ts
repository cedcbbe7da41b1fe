import { typedCommandFault, userPromptExpansion } from '../src/app/hooks/user-prompt-expansion.ts';
import { UserPromptExpansionInput } from '../src/core/protocol/hook-messages.ts';
import { answeringFaults, runHook } from '../src/runtime/run-hook.ts';

const answering = answeringFaults(userPromptExpansion, typedCommandFault);
void runHook(UserPromptExpansionInput, answering);
