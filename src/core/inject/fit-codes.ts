import type { Continuity } from '../config/continuity.ts';
import type { CodeSection, CodeSections } from './codes.ts';
import { CHARS_PER_TOKEN } from './token-estimate.ts';

/** How many codes of a section found no room. */
export type LeftOut = Readonly<Record<CodeSection, number>>;

/** What is most worth its room comes first, and what is left over flows on to those that lack it. */
const WORTH: readonly CodeSection[] = [
	'meta',
	'next',
	'blockers',
	'decisions',
	'files',
	'functions',
];

/**
 * The codes that fit their quotas and the whole budget (S1-038, D17). Of a section the newest stay.
 *
 * @returns what stays, in its order, and how many do not
 */
export function fitCodes(
	sections: CodeSections,
	budget: Continuity['budget'],
): { readonly codes: CodeSections; readonly left: LeftOut } {
	const room = shareOut(sections, budget);
	const kept = (section: CodeSection): readonly string[] =>
		newest(sections[section], room[section]);
	const codes = bySection(kept);
	return { codes, left: bySection((section) => sections[section].length - codes[section].length) };
}

/** Characters for each section: its quota where it needs it, then what others leave. */
function shareOut(
	sections: CodeSections,
	budget: Continuity['budget'],
): Record<CodeSection, number> {
	const room = bySection(() => 0);
	let rest = budget.codesTokens * CHARS_PER_TOKEN;
	const grant = (section: CodeSection, most: number): void => {
		const granted = Math.max(0, Math.min(length(sections[section]) - room[section], most, rest));
		room[section] += granted;
		rest -= granted;
	};
	for (const section of WORTH) grant(section, budget[section] * CHARS_PER_TOKEN);
	for (const section of WORTH) grant(section, rest);
	return room;
}

function newest(codes: readonly string[], room: number): readonly string[] {
	let used = 0;
	const first = codes.findLastIndex((line) => {
		used += line.length + 1;
		return used > room;
	});
	return codes.slice(first + 1);
}

function length(codes: readonly string[]): number {
	return codes.reduce((sum, line) => sum + line.length + 1, 0);
}

function bySection<Value>(of: (section: CodeSection) => Value): Record<CodeSection, Value> {
	return {
		meta: of('meta'),
		files: of('files'),
		functions: of('functions'),
		decisions: of('decisions'),
		blockers: of('blockers'),
		next: of('next'),
	};
}
