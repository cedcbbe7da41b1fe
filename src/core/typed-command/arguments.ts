import { Fault } from '../fault/fault.ts';
import { oneLine, typed } from '../text/one-line.ts';
import type { Verb } from './verb.ts';

/** What stood after a typed command. */
export interface TypedArguments {
	/** Words that belong to no option; for a command that names nothing only the first of them. */
	readonly words: readonly string[];
	/** Options with what was given to them; one that needs nothing and got nothing has `undefined`. */
	readonly options: ReadonlyMap<string, string | undefined>;
}

/** `value`: the next word is its value. `maybe`: the next word is, where it is no option. */
type Takes = 'value' | 'maybe' | 'nothing';

/** The options of the command line that make sense here: the session is the one it is typed in. */
const OPTIONS: Readonly<Record<Verb, ReadonlyMap<string, Takes>>> = {
	status: new Map([['--branch', 'value']]),
	satisfy: new Map([
		['--ttl', 'value'],
		['--evidence', 'value'],
		['--carry', 'maybe'],
	]),
	approve: new Map([
		['--ttl', 'value'],
		['--by', 'value'],
	]),
	pause: new Map([['--reason', 'value']]),
	unpause: new Map(),
	clear: new Map([
		['--all-sessions', 'nothing'],
		['--force', 'nothing'],
	]),
	continue: new Map(),
	trust: new Map([['--dry-run', 'nothing']]),
};

/** Commands that name nothing: with the first word that is no option the user's prompt begins. */
const WORDLESS: readonly Verb[] = ['status', 'unpause', 'trust'];

/** A command is short; a file pasted into its line is a mistake. In UTF-16 units. */
const MAX_LENGTH = 10_000;

const OPTION = /^(--?[a-z_][\w-]*)(?:=(.*))?$/is;

/** Reads what was typed after `/req:<verb>`, or says what is wrong with it. */
export function readArguments(verb: Verb, args: string): TypedArguments | Fault {
	if (isTooLong(args)) {
		return wrong(`more than ${MAX_LENGTH} characters stand after /req:${verb}`, undefined);
	}
	const waiting = wordsOf(args.slice(0, MAX_LENGTH));
	const words: string[] = [];
	const options = new Map<string, string | undefined>();
	for (let word = waiting.shift(); word !== undefined; word = waiting.shift()) {
		const given = optionIn(word);
		if (given === undefined) {
			words.push(word.text);
			if (WORDLESS.includes(verb)) break;
			continue;
		}
		const fault = takeOption(verb, given, { waiting, options });
		if (fault !== undefined) return fault;
	}
	return { words, options };
}

/** Whether the prompt is the command alone. Otherwise it goes on, and what goes on is meant for the model. */
export function isAlone(verb: Verb, args: string): boolean {
	const [first = '', ...further] = args.split('\n');
	if (further.some((line) => line.trim() !== '')) return false;
	const read = WORDLESS.includes(verb) ? readArguments(verb, first) : undefined;
	return read === undefined || read instanceof Fault || read.words.length === 0;
}

function isTooLong(args: string): boolean {
	return args.length > MAX_LENGTH && !args.slice(0, MAX_LENGTH + 1).includes('\n');
}

/** Reads an option with its value, which may be the next of the words that wait. */
function takeOption(
	verb: Verb,
	{ name, value: written }: { readonly name: string; readonly value: string | undefined },
	{ waiting, options }: { waiting: Word[]; options: Map<string, string | undefined> },
): Fault | undefined {
	const value = written ?? takenFrom(waiting, OPTIONS[verb].get(name));
	const fault = faultOf(verb, { name, value });
	if (fault === undefined) options.set(name, value);
	return fault;
}

function optionIn({
	text,
	isQuoted,
}: Word): { name: string; value: string | undefined } | undefined {
	const [, name, value] = (isQuoted ? undefined : OPTION.exec(text)) ?? [];
	return name === undefined ? undefined : { name, value };
}

function takenFrom(waiting: Word[], takes: Takes | undefined): string | undefined {
	const [next] = waiting;
	const isFree = next !== undefined && optionIn(next) === undefined;
	const isWanted = takes === 'value' || takes === 'maybe';
	return isWanted && isFree ? waiting.shift()?.text : undefined;
}

function faultOf(
	verb: Verb,
	{ name, value }: { readonly name: string; readonly value: string | undefined },
): Fault | undefined {
	const takes = OPTIONS[verb].get(name);
	if (takes === undefined) {
		const known = [...OPTIONS[verb].keys()];
		const all = known.length === 0 ? 'no option' : known.join(', ');
		return wrong(`there is no option ${typed(name)}`, `/req:${verb} knows ${all}`);
	}
	if (takes === 'value' && (value ?? '') === '') return wrong(`${name} needs a value`, undefined);
	if (takes === 'nothing' && value !== undefined) {
		return wrong(`${name} takes no value, not ${typed(oneLine(value))}`, undefined);
	}
	return undefined;
}

function wrong(message: string, hint: string | undefined): Fault {
	return new Fault('usage', message, hint === undefined ? {} : { hint });
}

/** A word somebody typed. One that began with a quotation mark is never an option. */
export interface Word {
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
