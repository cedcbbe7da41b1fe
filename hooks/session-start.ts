import { sessionStart } from '../src/app/hooks/session-start.ts';
import { SessionStartInput } from '../src/core/protocol/hook-input.ts';
import { fromTheClient } from '../src/runtime/from-the-client.ts';
import { runHook } from '../src/runtime/run-hook.ts';

void runHook(SessionStartInput, fromTheClient(sessionStart));
