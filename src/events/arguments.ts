import { Fault } from '../core/fault/fault.ts';
import { oneLine, typed } from '../core/text/one-line.ts';
import { type Verb, verbNamed } from './verb.ts';

/** What was typed after a command. */
export interface TypedArguments {
	/** Words that belong to no option; for a command that names nothing only the first of them. */
	readonly words: readonly string[];
	/** Options with what was given to them; one that needs nothing and got nothing has `undefined`. */
	readonly options: ReadonlyMap<string, string | undefined>;
}

/** A command is short; a file pasted into its line is a mistake. In UTF-16 units. */
const MAX_LENGTH = 10_000;

/** An option, and what is joined to it. */
const OPTION = /^(--?[a-z_][\w-]*)(?:=(.*))?$/is;

/** Reads what was typed after `/req:<verb>`, or says what is wrong with it. */
export function readArguments(verb: Verb, args: string): TypedArguments | Fault {
	if (args.length > MAX_LENGTH && !args.slice(0, MAX_LENGTH + 1).includes('\n'))
		return new Fault('usage', `more than ${MAX_LENGTH} characters follow /req:${verb}`);
	const waiting = wordsOf(args.slice(0, MAX_LENGTH));
	const words: string[] = [];
	const options = new Map<string, string | undefined>();
	for (let word = waiting.shift(); word !== undefined; word = waiting.shift()) {
		const [, name, joined] = optionIn(word);
		if (name === undefined) {
			words.push(word.text);
			if (verbNamed(verb).isWordless) break;
			continue;
		}
		const value = optionValue(verb, { name, joined }, waiting);
		if (value instanceof Fault) return value;
		options.set(name, value);
	}
	return { words, options };
}

/** The value of an option, which is joined to it or the next word, unless that is an option. */
function optionValue(
	verb: Verb,
	{ name, joined }: { readonly name: string; readonly joined: string | undefined },
	waiting: Word[],
): string | undefined | Fault {
	const { options } = verbNamed(verb);
	const takes = Object.hasOwn(options, name) ? options[name] : undefined;
	if (takes === undefined) {
		const hint = `/req:${verb} knows ${Object.keys(options).join(', ') || 'no option'}`;
		return new Fault('usage', `there is no option ${typed(name)}`, { hint });
	}
	if (takes === 'nothing') {
		if (joined === undefined) return undefined;
		return new Fault('usage', `${name} takes no value, not ${typed(oneLine(joined))}`);
	}
	const [next] = waiting;
	const isNext = joined === undefined && next !== undefined && optionIn(next).length === 0;
	const value = isNext ? waiting.shift()?.text : joined;
	const isMissing = takes === 'value' && (value ?? '') === '';
	return isMissing ? new Fault('usage', `${name} needs a value`) : value;
}

/** Whether the prompt is the command alone. Otherwise it goes on, and what goes on is meant for the model. */
export function isAlone(verb: Verb, args: string): boolean {
	const [first = '', ...further] = args.split('\n');
	if (further.some((line) => line.trim() !== '')) return false;
	const read = verbNamed(verb).isWordless ? readArguments(verb, first) : undefined;
	return read === undefined || read instanceof Fault || read.words.length === 0;
}

/** A typed word. One that began with a quotation mark is never an option. */
interface Word {
	readonly text: string;
	readonly isQuoted: boolean;
}

function optionIn({ text, isQuoted }: Word): readonly (string | undefined)[] {
	return (isQuoted ? undefined : OPTION.exec(text)) ?? [];
}

/** `--option=`, then text between quotation marks; such text alone; anything up to the next blank. */
const WORD = /[^\S\n]*(?:(--[\w-]+=)?(?:"([^"\n]*)"|'([^'\n]*)')|([^\s]+))/gy;

/**
 * The words of the first line. Quotation marks count at the beginning of a word, and if they are closed:
 * the apostrophe of a sentence is none. Further lines are the user's prompt.
 */
export function wordsOf(text: string): Word[] {
	return [...text.matchAll(WORD)].map(([, option = '', double, single, plain]) => ({
		text: option + (double ?? single ?? plain ?? ''),
		isQuoted: option === '' && plain === undefined,
	}));
}
