import { sessionStart } from '../src/app/hooks/session-start.ts';
import { SessionStartInput } from '../src/core/protocol/hook-messages.ts';
import { runHook } from '../src/runtime/run-hook.ts';

void runHook(SessionStartInput, sessionStart);
