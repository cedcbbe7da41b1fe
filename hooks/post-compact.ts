import { PostCompactInput, postCompact } from '../src/app/hooks/post-compact.ts';
import { fromTheClient } from '../src/runtime/from-the-client.ts';
import { runHook } from '../src/runtime/run-hook.ts';

void runHook(PostCompactInput, fromTheClient(postCompact));
