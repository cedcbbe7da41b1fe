#!/usr/bin/env node
// A status line is drawn again and again: it starts before anything of the command line is loaded.
if (isPlainStatusline(process.argv.slice(2))) await import('./statusline.ts');
else await import('./main.ts');

/** Every other spelling, help and mistakes are the command line's. */
function isPlainStatusline([verb, option, ...rest]: readonly string[]): boolean {
	if (verb !== 'statusline') return false;
	if (option === '--wrap') return rest.length === 1;
	return rest.length === 0 && (option === undefined || option.startsWith('--wrap='));
}
