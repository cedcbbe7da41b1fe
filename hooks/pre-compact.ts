import { PreCompactInput, preCompact } from '../src/app/hooks/pre-compact.ts';
import { fromTheClient, runHook } from '../src/runtime/run-hook.ts';

void runHook(PreCompactInput, fromTheClient(preCompact));
