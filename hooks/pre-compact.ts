import { preCompactHook } from '../src/app/hooks/pre-compact.ts';
import { runHook } from '../src/runtime/run-hook.ts';

void runHook(preCompactHook);
