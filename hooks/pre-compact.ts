import { preCompactHook } from '../src/events/pre-compact.ts';
import { runHook } from '../src/runtime/run-hook.ts';

void runHook(preCompactHook);
