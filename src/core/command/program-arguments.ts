interface Option {
	/** `-o`, `--output`. */
	readonly name: string;
	readonly value: string | undefined;
}

/** What a program makes of its words: options anywhere before `--`, the other words in order. */
export interface Arguments {
	readonly operands: readonly string[];
	readonly options: readonly Option[];
}

/** How a program reads options. */
export interface OptionStyle {
	/** Options that take a value: the next word, when nothing is attached to them. */
	readonly valued: ReadonlySet<string>;
	/** Letters whose value is what is attached to them, if anything: `sed -i.bak`. */
	readonly attached: string;
}

/** Reads the spellings that follow a program. */
export function programArguments(spellings: readonly string[], style: OptionStyle): Arguments {
	const operands: string[] = [];
	const options: Option[] = [];
	for (let at = 0; at < spellings.length; at++) {
		const word = spellings[at] ?? '';
		if (word === '--') return { operands: [...operands, ...spellings.slice(at + 1)], options };
		const found = readOptions(word, style);
		if (found === undefined) operands.push(word);
		else if (takesNext(found.at(-1), style)) options.push(...withValue(found, spellings[++at]));
		else options.push(...found);
	}
	return { operands, options };
}

function takesNext(option: Option | undefined, { valued }: OptionStyle): boolean {
	if (option === undefined || option.value !== undefined) return false;
	return isOneOf(option.name, [...valued]);
}

function withValue(options: readonly Option[], value: string | undefined): readonly Option[] {
	return options.map((one, at) => (at === options.length - 1 ? { ...one, value } : one));
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

function readOptions(word: string, style: OptionStyle): readonly Option[] | undefined {
	if (!/^-./.test(word)) return undefined;
	if (!word.startsWith('--')) return readLetters(word, style);
	const end = word.indexOf('=');
	if (end < 0) return [{ name: word, value: undefined }];
	return [{ name: word.slice(0, end), value: word.slice(end + 1) }];
}

/** `-ri` is `-r -i`; what follows a letter that takes a value is that value: `-tdir`. */
function readLetters(word: string, { valued, attached }: OptionStyle): readonly Option[] {
	const options: Option[] = [];
	for (let at = 1; at < word.length; at++) {
		const letter = word[at] ?? '';
		const takes = attached.includes(letter) || valued.has(`-${letter}`);
		const rest = word.slice(at + 1);
		options.push({ name: `-${letter}`, value: takes && rest !== '' ? rest : undefined });
		if (takes) break;
	}
	return options;
}
