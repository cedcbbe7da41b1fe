import type { Continuity } from '../config/continuity.ts';
import { CODE_WORTH, type CodeSection, type CodeSections } from './codes.ts';
import { CHARS_PER_TOKEN } from './token-estimate.ts';

/**
 * The codes that fit their quotas and the whole budget, in their order (S1-038, D17). What is most worth its room comes
 * first, what is left over flows on to those that lack it, and of a section the newest stay.
 */
export function fitCodes(sections: CodeSections, budget: Continuity['budget']): CodeSections {
	const room = shareOut(sections, budget);
	return bySection((section) => newest(sections[section], room[section]));
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
	for (const section of CODE_WORTH) grant(section, budget[section] * CHARS_PER_TOKEN);
	for (const section of CODE_WORTH) grant(section, rest);
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
