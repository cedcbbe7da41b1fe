import { programName } from './call.ts';

const always = new Set(['trap', 'alias', 'hash', 'enable', 'logout']);

/**
 * After this call a success of the command line says nothing about the calls in it: it may end the
 * shell early and well (`exit 0; npm test`; `cd x || exit 1` is harmless), have the last word
 * (`trap`), rename programs (`alias`), or have the shell read without running (`set -n`). D33.
 */
export function hidesStatus(words: readonly string[]): boolean {
	const program = programName(words[0]);
	if (program === 'exit' || program === 'return') return !/^[1-9]\d?$/.test(words[1] ?? '');
	if (program === 'set') return words.some((word) => /^-[a-z]*n/i.test(word) || word === 'noexec');
	return always.has(program) || words.includes('noexec');
}
