import { postCompactHook } from '../src/app/hooks/post-compact.ts';
import { runHook } from '../src/runtime/run-hook.ts';

void runHook(postCompactHook);
