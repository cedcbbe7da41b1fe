import { sessionStartHook } from '../src/events/session-start.ts';
import { runHook } from '../src/runtime/run-hook.ts';

void runHook(sessionStartHook);
