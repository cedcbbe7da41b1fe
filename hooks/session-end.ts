import { sessionEndHook } from '../src/app/hooks/session-end.ts';
import { runHook } from '../src/runtime/run-hook.ts';

void runHook(sessionEndHook);
