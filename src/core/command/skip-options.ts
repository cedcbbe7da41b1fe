/** What may stand between a program and the word that matters. */
export interface Options {
	/** Options that take the next word when nothing is attached to them: `-C`, `--git-dir`. */
	readonly valued: ReadonlySet<string>;
	/** Which words are passed over; the value of an option is passed over with it. */
	readonly passedOver: RegExp;
	/** The word that is looked for; it is never passed over. */
	readonly until: string | undefined;
}

interface Skipped {
	/** Index of the first word that is not passed over; the length when there is none. */
	readonly end: number;
	/**
	 * The options met, one by one: `-iu root` is `-i` and `-u`. Other words passed over stand as they
	 * are.
	 */
	readonly names: readonly string[];
}

/** An option, `cargo +nightly`, or an expansion that may hold options. */
export const optionLike = /^[-+\0]/;
/** Also `A=1` (env, sudo, make), `60s` (timeout), `4` (make -j 4). */
export const optionOrSetting = /^(?:[-+\0]|[a-z_]\w*\+?=|[\d.]+[smhd]?$)/i;

/** A set of options from one line of a table: `'-C -c --git-dir'`. */
export function optionSet(line: string): ReadonlySet<string> {
	return new Set(line.split(' '));
}

/** Passes over options and their values, from index `from` on. */
export function skipOptions(words: readonly string[], from: number, options: Options): Skipped {
	const names: string[] = [];
	let end = from;
	for (let word = words[end]; word !== undefined; word = words[end]) {
		if (word === options.until || !options.passedOver.test(word)) break;
		const option = readOption(word, options.valued);
		for (const name of option.names) names.push(name);
		end += option.takesNext ? 2 : 1;
	}
	return { end: Math.min(end, words.length), names };
}

interface Option {
	readonly names: readonly string[];
	readonly takesNext: boolean;
}

/** One word as the options in it: `-iu` is `-i` and `-u`, `--user=x` is `--user`, `--` is none. */
export function readOption(word: string, valued: ReadonlySet<string>): Option {
	if (word === '--') return { names: [], takesNext: false };
	if (valued.has(word)) return { names: [word], takesNext: true };
	if (/^-[^-]/.test(word)) return readCluster(word, valued);
	const name = word.startsWith('--') ? word.replace(/=.*$/s, '') : word;
	return { names: [name], takesNext: false };
}

/** `-iu` is `-i -u`; what follows a letter that takes a value is that value: `-uroot`. */
function readCluster(word: string, valued: ReadonlySet<string>): Option {
	const letters = [...word.slice(1)].map((letter) => `-${letter}`);
	const at = letters.findIndex((letter) => valued.has(letter));
	if (at < 0) return { names: letters, takesNext: false };
	return { names: letters.slice(0, at + 1), takesNext: at === letters.length - 1 };
}
