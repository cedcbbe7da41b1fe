import { sessionEnd } from '../src/app/hooks/session-end.ts';
import { SessionEndInput } from '../src/core/protocol/hook-messages.ts';
import { runHook } from '../src/runtime/run-hook.ts';

// The client kills all SessionEnd hooks together after about 1.5 s (host fact 3).
void runHook(SessionEndInput, sessionEnd, { lockWaitMs: 200, deadlineMs: 1_200 });
