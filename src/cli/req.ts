#!/usr/bin/env node
import { oldNode } from '../runtime/old-node.ts';

const tooOld = oldNode();
// No `await` up here: it is a syntax error for the oldest of them.
if (tooOld !== undefined) {
	process.stderr.write(`req: ${tooOld}\n`);
	process.exitCode = 1;
} else if (isPlainStatusline(process.argv.slice(2))) {
	// A status line is drawn again and again: it starts before anything of the command line is loaded.
	void import('./statusline.ts');
} else {
	void import('./main.ts');
}

/** Every other spelling, help and mistakes are the command line's. */
function isPlainStatusline([verb, option, ...rest]: readonly string[]): boolean {
	if (verb !== 'statusline') return false;
	if (option === '--wrap') return rest.length === 1;
	return rest.length === 0 && (option === undefined || option.startsWith('--wrap='));
}
