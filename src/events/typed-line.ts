import { Fault } from '../store/fault.ts';
import { oneLine, typed } from '../text/one-line.ts';

/** What may follow a typed command. */
export interface Syntax {
	/** `value`: the next word is its value. `maybe`: the next word is, unless it is an option. */
	readonly options: Readonly<Record<string, 'value' | 'maybe' | 'nothing'>>;
	/** The command names nothing: with the first word that is no option the user's prompt begins. */
	readonly isWordless?: true;
}

/** What was typed after a command. */
export interface TypedLine {
	/** Words that belong to no option; of a command that names nothing only the first of them. */
	readonly words: readonly string[];
	/** Options with their values; `undefined`: none was given. */
	readonly options: ReadonlyMap<string, string | undefined>;
}

/** A command is short; a file pasted into its line is a mistake. In UTF-16 units. */
const MAX_LENGTH = 10_000;

/**
 * `--option=`, then text between quotation marks; such text alone; anything up to the next blank. Quotation marks count at
 * the beginning of a word, and if they are closed: the apostrophe of a sentence is none.
 */
const WORD = /\s*(?:(--[\w-]+=)?(?:"([^"]*)"|'([^']*)')|(\S+))/gy;

/** An option, and what is joined to it. */
const OPTION = /^(--?[a-z_][\w-]*)(?:=(.*))?$/is;

/**
 * Reads the first line of what was typed after a command; the others are the user's prompt.
 *
 * @throws Fault `usage`
 */
export function readTypedLine(text: string, { options: known, isWordless }: Syntax): TypedLine {
	const [line = ''] = text.slice(0, MAX_LENGTH + 1).split('\n', 1);
	if (line.length > MAX_LENGTH) throw new Fault('usage', `more than ${MAX_LENGTH} characters follow the command`);
	const waiting = wordsOf(line);
	const words: string[] = [];
	const options = new Map<string, string | undefined>();
	for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
		if (one.option !== undefined) {
			options.set(one.option, optionValue(one.option, one.joined, waiting, known));
			continue;
		}
		words.push(one.word);
		if (isWordless) break;
	}
	return { words, options };
}

/** What is joined to an option, or the next word, unless that is an option. */
function optionValue(
	option: string,
	joined: string | undefined,
	waiting: ReturnType<typeof wordsOf>,
	known: Syntax['options'],
): string | undefined {
	const takes = Object.hasOwn(known, option) ? known[option] : undefined;
	if (takes === undefined) {
		const hint = `known here: ${Object.keys(known).join(', ') || 'no option'}`;
		throw new Fault('usage', `there is no option ${typed(option)}`, { hint });
	}
	if (takes === 'nothing' && joined !== undefined)
		throw new Fault('usage', `${option} takes no value, not ${typed(oneLine(joined))}`);
	const isNext = takes !== 'nothing' && joined === undefined && !waiting[0]?.option;
	const value = isNext ? waiting.shift()?.word : joined;
	if (takes === 'value' && !value) throw new Fault('usage', `${option} needs a value`);
	return value;
}

/** The words of a line, and what each is as an option. */
function wordsOf(line: string) {
	return [...line.matchAll(WORD)].map(([, start = '', double, single, plain]) => {
		const word = start + (double ?? single ?? plain ?? '');
		// What begins with a quotation mark is never an option.
		const isOption = start !== '' || plain !== undefined;
		const [, option, joined] = (isOption ? OPTION.exec(word) : undefined) ?? [];
		return { word, option, joined };
	});
}
