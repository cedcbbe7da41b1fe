import { preCompact } from '../src/app/hooks/pre-compact.ts';
import { PreCompactInput } from '../src/core/protocol/hook-input.ts';
import { runHook } from '../src/runtime/run-hook.ts';

void runHook(PreCompactInput, preCompact);
