import { sessionEndHook } from '../src/events/session-end.ts';
import { runHook } from '../src/runtime/run-hook.ts';

void runHook(sessionEndHook);
