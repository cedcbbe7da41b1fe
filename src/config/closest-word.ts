import { Fault } from '../store/fault.ts';

const MAX_LENGTH = 64;

/** How many single-character edits turn one word into the other. */
function distance(from: string, to: string): number {
	let row = Array.from({ length: to.length + 1 }, (_, column) => column);
	for (const [index, letter] of [...from].entries()) {
		const next = [index + 1];
		for (let column = 1; column <= to.length; column++) {
			const swap = (row[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1);
			next.push(Math.min(swap, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
		}
		row = next;
	}
	return row[to.length] ?? 0;
}

/**
 * The known word that was probably meant. For unknown config keys and mistyped requirement names.
 */
export function closestWord(word: string, known: readonly string[]): string | undefined {
	return closestWords(word, known)[0];
}

/** The end of a message about a word that is not known: `; did you mean scope?`, or nothing. */
export function meantText(word: string, known: readonly string[]): string {
	const meant = closestWord(word, known);
	return meant === undefined ? '' : `; did you mean ${meant}?`;
}

/** All that may have been meant, the closest first: at most a third of the letters differ, case aside. */
export function closestWords(word: string, known: readonly string[]): readonly string[] {
	if (word.length > MAX_LENGTH) return [];
	return known
		.filter((candidate) => candidate.length <= MAX_LENGTH)
		.map((candidate) => ({
			candidate,
			edits: distance(word.toLowerCase(), candidate.toLowerCase()),
		}))
		.filter(({ candidate, edits }) => edits <= Math.max(word.length, candidate.length) / 3)
		.sort((a, b) => a.edits - b.edits)
		.map(({ candidate }) => candidate);
}

/** There is nothing of that name; the hint is the closest one, or all there are. */
export function unknownName(thing: string, name: string, known: readonly string[]): Fault {
	const meant = closestWord(name, known);
	const all = known.length === 0 ? `no ${thing} is configured` : `known: ${known.join(', ')}`;
	return new Fault('unknown_name', `there is no ${thing} "${name}"`, {
		hint: meant === undefined ? all : `did you mean ${meant}?`,
	});
}
