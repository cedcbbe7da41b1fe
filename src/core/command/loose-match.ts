import { programName } from './call.ts';
import { optionLike, optionOrSetting } from './skip-options.ts';

/**
 * Whether the words of a pattern follow one another in the words of a source that does not parse,
 * with nothing but options, settings and a word after an option in between. One pass, whatever the
 * words: all readings are followed at once.
 */
export function looseMatch(words: readonly string[], wanted: readonly string[]): boolean {
	const program = programName(wanted[0]);
	const tail = wanted.slice(1);
	/**
	 * Entry n: the program and n words of the tail have been seen, and the next word may go on from
	 * there.
	 */
	let reached = wanted.map(() => false);
	let afterOption = false;
	for (const word of words) {
		const before = reached;
		const mayStandBetween = afterOption || optionOrSetting.test(word);
		reached = before.map((stands, n) => {
			const steps = n === 0 ? programName(word) === program : before[n - 1] && word === tail[n - 1];
			return steps || (stands && mayStandBetween);
		});
		if (reached[tail.length]) return true;
		afterOption = optionLike.test(word);
	}
	return false;
}
