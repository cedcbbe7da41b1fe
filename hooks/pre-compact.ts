import { PreCompactInput, preCompact } from '../src/app/hooks/pre-compact.ts';
import { fromTheClient } from '../src/runtime/from-the-client.ts';
import { runHook } from '../src/runtime/run-hook.ts';

void runHook(PreCompactInput, fromTheClient(preCompact));
