#!/usr/bin/env node
import { createRequire } from 'node:module';
import { oldNode } from '../runtime/old-node.ts';

const tooOld = oldNode();
// No `await` up here: Node 12 does not know it.
if (tooOld !== undefined) {
	process.stderr.write(`req: ${tooOld}\n`);
	process.exitCode = 1;
} else {
	// Since Node 22.8. Node 12 reads this file, so no `?.` here.
	const { enableCompileCache } = createRequire(import.meta.url)('node:module');
	if (enableCompileCache) enableCompileCache();
	void import('./start.ts');
}
