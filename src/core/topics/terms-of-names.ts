import { type TermCounts, termsOf } from './terms-of.ts';

/** Names are many, and say less than a sentence does: so many of their terms count, each so often at most. */
const MOST_TERMS = 10;
const MOST_EACH = 2;
/** From so many on, terms that differ in their numbers are a series: `handle0`, `handle1`, `handle2`. */
const SERIES = 3;

/** The terms of files and functions: what most of them have in common; series of numbers tell nothing (S2-036). */
export function termsOfNames(names: readonly string[]): TermCounts {
	const counts = new Map<string, number>();
	for (const term of names.flatMap((name) => Object.keys(termsOf(name)))) {
		counts.set(term, (counts.get(term) ?? 0) + 1);
	}
	const lengths = new Map<string, number>();
	for (const term of counts.keys()) lengths.set(stem(term), (lengths.get(stem(term)) ?? 0) + 1);
	const isAlone = (term: string) => stem(term) === term || (lengths.get(stem(term)) ?? 0) < SERIES;
	const telling = [...counts]
		.filter(([term]) => isAlone(term))
		.sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
		.slice(0, MOST_TERMS);
	return Object.fromEntries(telling.map(([term, count]) => [term, Math.min(count, MOST_EACH)]));
}

function stem(term: string): string {
	return term.replace(/\d+/g, '#');
}
