import { wordsIn } from './call.ts';

/** An option, `cargo +nightly`, or an expansion that may hold options. */
export const optionLike = /^[-+\0]/;
/** Also `A=1` (env, sudo, make), `60s` (timeout), `4` (make -j 4). */
export const optionOrSetting = /^(?:[-+\0]|[a-z_]\w*\+?=|[\d.]+[smhd]?$)/i;

/** A set of options, or of other words, from one text: `'-C -c --git-dir'`. */
export function optionSet(text: string): ReadonlySet<string> {
	return new Set(wordsIn(text));
}

/** What options of a program mean. */
export interface MarkedOptions {
	/** They take the next word when nothing is attached to them. */
	readonly valued: ReadonlySet<string>;
	/**
	 * With them the program succeeds without doing, or although it failed at, what it was told, or does it
	 * somewhere else.
	 */
	readonly idle: ReadonlySet<string>;
	/** They leave tests out, or run others. */
	readonly narrow: ReadonlySet<string>;
	readonly tasks: ReadonlySet<string>;
	readonly directory: ReadonlySet<string>;
	/** They are known and leave nothing out, whatever else they do. */
	readonly harmless: ReadonlySet<string>;
}

const linesRead = new Map<string, MarkedOptions>();

/**
 * The options in one line of a table. `-c=` takes a value; `!` does nothing, as do the subcommands marked so; `<`
 * leaves tests out, or runs others; `#` names tasks; `@` changes the directory; `?` may do anything, as may every
 * option that is not here.
 */
export function markedOptions(line: string): MarkedOptions {
	const known = linesRead.get(line);
	if (known !== undefined) return known;
	const all = wordsIn(line);
	const bare = (word: string) => word.replace(/^[<!#@?]/, '').replace(/=$/, '');
	const marked = (mark: string) =>
		new Set(all.filter((word) => word.startsWith(mark)).map((word) => bare(word)));
	const options = {
		valued: new Set(all.filter((word) => word.endsWith('=')).map(bare)),
		...{ narrow: marked('<'), idle: marked('!'), tasks: marked('#'), directory: marked('@') },
		harmless: marked('-'),
	};
	linesRead.set(line, options);
	return options;
}

/** The options in one word: `-iu` is `-i` and `-u`, `--user=x` is `--user` with `x`, `--` is none. */
interface WordOptions {
	readonly names: readonly string[];
	/** What is attached to the last of them. */
	readonly value: string | undefined;
	/** The next word is the value of the last. */
	readonly takesNext: boolean;
}

/**
 * Reads one word as options. What follows a letter that takes a value is that value: `-uroot`.
 *
 * @param valued options that take the next word when nothing is attached to them: `-C`, `--git-dir`
 * @param attached letters whose value is what is attached to them, if anything: `sed -i.bak`
 */
export function readOption(word: string, valued: ReadonlySet<string>, attached = ''): WordOptions {
	if (word === '--') return { names: [], value: undefined, takesNext: false };
	if (valued.has(word)) return { names: [word], value: undefined, takesNext: true };
	if (!/^-[^-]/.test(word)) {
		const end = word.startsWith('--') ? word.indexOf('=') : -1;
		const [name, value] = end < 0 ? [word] : [word.slice(0, end), word.slice(end + 1)];
		return { names: [name], value, takesNext: false };
	}
	const letters = [...word.slice(1)];
	const at = letters.findIndex((one) => valued.has(`-${one}`) || attached.includes(one));
	const names = letters.slice(0, at < 0 ? letters.length : at + 1).map((one) => `-${one}`);
	const value = at < 0 ? '' : letters.slice(at + 1).join('');
	const takesNext = value === '' && valued.has(names.at(-1) ?? '');
	return { names, value: value === '' ? undefined : value, takesNext };
}

/** What may stand between a program and the word that matters. */
interface Passing {
	readonly valued: ReadonlySet<string>;
	/** Which words are passed over; the value of an option is passed over with it. */
	readonly passedOver: RegExp;
	/** The word that is looked for; it is never passed over. */
	readonly until?: string | undefined;
}

/**
 * Passes over options and their values, from index `from` on.
 *
 * @returns `end`: index of the first word that is not passed over, the length when there is none; `names`:
 * the options met, one by one, and the other words passed over as they are
 */
export function skipOptions(
	words: readonly string[],
	from: number,
	{ valued, passedOver, until }: Passing,
): { readonly end: number; readonly names: readonly string[] } {
	const names: string[] = [];
	let end = from;
	for (let word = words[end]; word !== undefined; word = words[end]) {
		if (word === until || !passedOver.test(word)) break;
		const option = readOption(word, valued);
		for (const name of option.names) names.push(name);
		end += option.takesNext ? 2 : 1;
	}
	return { end: Math.min(end, words.length), names };
}

/** What a program makes of its words: options anywhere before `--`, the other words in order. */
export interface Arguments {
	readonly operands: readonly string[];
	readonly options: readonly { readonly name: string; readonly value: string | undefined }[];
}

/** Reads the spellings that follow a program. */
export function programArguments(
	spellings: readonly string[],
	{ valued, attached }: { readonly valued: ReadonlySet<string>; readonly attached?: string },
): Arguments {
	const operands: string[] = [];
	const options: Arguments['options'][number][] = [];
	for (let at = 0; at < spellings.length; at++) {
		const word = spellings[at] ?? '';
		if (word === '--') return { operands: [...operands, ...spellings.slice(at + 1)], options };
		if (!/^-./.test(word)) {
			operands.push(word);
			continue;
		}
		const { names, value } = readOption(word, valued, attached);
		const last = names.at(-1) ?? '';
		const takesNext = value === undefined && isOneOf(last, [...valued]);
		for (const name of names.slice(0, -1)) options.push({ name, value: undefined });
		options.push({ name: last, value: takesNext ? spellings[++at] : value });
	}
	return { operands, options };
}

/** The values given to an option of one of these names; long ones may be cut short. */
export function optionValues({ options }: Arguments, names: readonly string[]): readonly string[] {
	return options.flatMap(({ name, value }) =>
		value !== undefined && isOneOf(name, names) ? [value] : [],
	);
}

/** Whether an option of one of these names is given. */
export function hasOption({ options }: Arguments, names: readonly string[]): boolean {
	return options.some(({ name }) => isOneOf(name, names));
}

/** `--out` is `--output`, as getopt has it. */
function isOneOf(name: string, names: readonly string[]): boolean {
	return names.some((one) => one === name || (name.length > 3 && one.startsWith(name)));
}
