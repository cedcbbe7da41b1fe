import { postCompactHook } from '../src/events/post-compact.ts';
import { runHook } from '../src/runtime/run-hook.ts';

void runHook(postCompactHook);
