import { type Call, programName } from '../command/call.ts';
import { spelledLiteral } from '../command/spelling.ts';
import { changed, type Effect } from './effect.ts';

/** `+++ b/src/a.ts	2026-11-20`, `*** Update File: src/a.ts`. */
const named = /^(?:(?:---|\+\+\+) (?:[ab]\/)?([^\t\n]+)|\*\*\* (?:Add|Update|Delete) File: (.+))/gm;

/** The files that a patch names which the line itself holds: `git apply <<EOF`, `patch -p1 <<EOF`. */
export function patchWrites({ words, input }: Call): readonly Effect[] {
	if (input === undefined || !appliesPatch(words)) return [];
	const paths = [...input.matchAll(named)].map(([, plain, marked]) =>
		(plain ?? marked ?? '').trim(),
	);
	const files = [...new Set(paths)].filter((path) => path !== '/dev/null');
	return changed('content', files.map(spelledLiteral));
}

function appliesPatch(words: readonly string[]): boolean {
	const program = programName(words[0]);
	if (program === 'patch' || program === 'apply_patch') return true;
	return program === 'git' && words.some((word) => word === 'apply' || word === 'am');
}
