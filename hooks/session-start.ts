import { sessionStartHook } from '../src/app/hooks/session-start.ts';
import { runHook } from '../src/runtime/run-hook.ts';

void runHook(sessionStartHook);
