import { Fault } from '../core/fault/fault.ts';
import { oneLine, typed } from '../core/text/one-line.ts';
import { type Takes, type Verb, verbNamed } from './verb.ts';

/** What stood after a typed command. */
export interface TypedArguments {
	/** Words that belong to no option; for a command that names nothing only the first of them. */
	readonly words: readonly string[];
	/** Options with what was given to them; one that needs nothing and got nothing has `undefined`. */
	readonly options: ReadonlyMap<string, string | undefined>;
}

/** A command is short; a file pasted into its line is a mistake. In UTF-16 units. */
const MAX_LENGTH = 10_000;

const OPTION = /^(--?[a-z_][\w-]*)(?:=(.*))?$/is;

/** Reads what was typed after `/req:<verb>`, or says what is wrong with it. */
export function readArguments(verb: Verb, args: string): TypedArguments | Fault {
	if (args.length > MAX_LENGTH && !args.slice(0, MAX_LENGTH + 1).includes('\n')) {
		return new Fault('usage', `more than ${MAX_LENGTH} characters stand after /req:${verb}`);
	}
	const { options: known, isWordless } = verbNamed(verb);
	const waiting = wordsOf(args.slice(0, MAX_LENGTH));
	const words: string[] = [];
	const options = new Map<string, string | undefined>();
	for (let word = waiting.shift(); word !== undefined; word = waiting.shift()) {
		const [, name, written] = optionIn(word);
		if (name === undefined) {
			words.push(word.text);
			if (isWordless) break;
			continue;
		}
		const takes = known.find(([option]) => option === name)?.[1];
		if (takes === undefined) {
			const all = known.map(([option]) => option).join(', ') || 'no option';
			const hint = `/req:${verb} knows ${all}`;
			return new Fault('usage', `there is no option ${typed(name)}`, { hint });
		}
		const value = written ?? valueFrom(waiting, takes);
		const fault = valueFault(name, takes, value);
		if (fault !== undefined) return fault;
		options.set(name, value);
	}
	return { words, options };
}

function valueFault(name: string, takes: Takes, value: string | undefined): Fault | undefined {
	if (takes === 'value' && (value ?? '') === '') {
		return new Fault('usage', `${name} needs a value`);
	}
	if (takes !== 'nothing' || value === undefined) return undefined;
	return new Fault('usage', `${name} takes no value, not ${typed(oneLine(value))}`);
}

/** Whether the prompt is the command alone. Otherwise it goes on, and what goes on is meant for the model. */
export function isAlone(verb: Verb, args: string): boolean {
	const [first = '', ...further] = args.split('\n');
	if (further.some((line) => line.trim() !== '')) return false;
	const read = verbNamed(verb).isWordless ? readArguments(verb, first) : undefined;
	return read === undefined || read instanceof Fault || read.words.length === 0;
}

/** The name of an option, and what is joined to it. */
function optionIn({ text, isQuoted }: Word): readonly (string | undefined)[] {
	return (isQuoted ? undefined : OPTION.exec(text)) ?? [];
}

/** The next word, where an option takes it and it is none. */
function valueFrom(waiting: Word[], takes: Takes): string | undefined {
	const [next] = waiting;
	if (takes === 'nothing' || next === undefined || optionIn(next).length > 0) return undefined;
	waiting.shift();
	return next.text;
}

/** A word somebody typed. One that began with a quotation mark is never an option. */
interface Word {
	readonly text: string;
	readonly isQuoted: boolean;
}

/** `--option=`, then text between quotation marks; such text alone; anything up to the next blank. */
const WORD = /[^\S\n]*(?:(--[\w-]+=)?(?:"([^"\n]*)"|'([^'\n]*)')|([^\s]+))/gy;

/**
 * The words of the first line. Quotation marks count where a word begins, and where they are closed:
 * the apostrophe of a sentence is none. What stands on further lines is the user's prompt.
 */
export function wordsOf(text: string): Word[] {
	return [...text.matchAll(WORD)].map(([, option = '', double, single, plain]) => ({
		text: option + (double ?? single ?? plain ?? ''),
		isQuoted: option === '' && plain === undefined,
	}));
}
