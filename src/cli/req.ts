#!/usr/bin/env node
import { createRequire } from 'node:module';
import { oldNode } from '../runtime/old-node.ts';

const tooOld = oldNode();
if (tooOld !== undefined) {
	process.stderr.write(`req: ${tooOld}\n`);
	process.exitCode = 1;
} else {
	const require = createRequire(import.meta.url);
	// Since Node 22.8.
	require('node:module').enableCompileCache?.();
	// A status line is drawn again and again, so it is a program of its own.
	const isStatusline = process.argv[2] === 'statusline' && process.argv.length === 3;
	// Required, not imported: for an `import` Node parses a CommonJS file a second time, which takes 150 ms.
	require(isStatusline ? './statusline.cjs' : './start.cjs');
}
