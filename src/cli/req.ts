#!/usr/bin/env node
import { oldNode } from '../runtime/old-node.ts';

const tooOld = oldNode();
// No `await` up here: it is a syntax error for the oldest of them.
if (tooOld !== undefined) {
	process.stderr.write(`req: ${tooOld}\n`);
	process.exitCode = 1;
} else if (process.argv[2] === 'statusline' && process.argv.length === 3) {
	// A status line is drawn again and again: it starts before anything of the command line is loaded.
	void import('./statusline.ts');
} else {
	void import('./start.ts');
}
