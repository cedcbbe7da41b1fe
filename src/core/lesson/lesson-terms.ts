import { stemmer } from 'stemmer';
import { isAscii } from '../text/strings.ts';
import { isStopWord } from '../topics/terms.ts';
import { HUMP, REDACTED } from './identifiers.ts';

/** How much a term says of what a text is about. `named`: an identifier, a path or a code as it stands. */
export type TermKind = 'named' | 'word' | 'common';

/** Terms in the order of the text, each with the most that it says there. */
export type LessonTerms = ReadonlyMap<string, TermKind>;

/** A prompt may hold a whole log: what it is about stands at its beginning or not at all. */
const MAX_TEXT = 6_000;
const MAX_TERMS = 80;
const MAX_LENGTH = 80;
const MIN_STEMMED = 3;

/** A path, a dotted or hyphenated name, an identifier, a word. No part can match in two ways, so the time is linear. */
const ASCII_CHUNK = /[A-Za-z0-9_$]+(?:[./:@-]{1,2}[A-Za-z0-9_$]+)*/g;
const ANY_CHUNK = /[\p{L}\p{N}\p{M}_$]+(?:[./:@-]{1,2}[\p{L}\p{N}\p{M}_$]+)*/gu;
/** `don't`, `user's`. */
const CONTRACTION = /['\u2019](?:s|t|d|m|re|ve|ll)\b/gi;
const PLAIN_WORD = /^[A-Z]?[a-z]+$/;
const STEMMED = /^[a-z]+$/;
const NUMBER = /^\d+$/;
/** `429`, `5432`: a status, a port. A smaller number counts something. */
const TELLING_NUMBER = /^\d{3,5}$/;

/** What is written as one word and as two: `log in`, `signed up`, `rate-limited`. */
const TWO_WORDS =
	/\b(log|sign|set|roll|back|clean|time|rate|data|dead|dupe|work|check|name|white|space)(?:n?ed|ged|led|ped|ging|ning|ing|s)?[ -](in|out|on|up|off|back|zone|limit|base|lock|flow|space)(s|ed|ing)?\b/gi;
const joined = (_: string, one: string, other: string, end = '') => `${one}${other}${end}`;

/** Words that hold a sentence together. They are no terms at all; other words that say little are `common` ones. */
const FUNCTION_WORDS = new Set(
	[
		'a about after again all also am an and any are as at be because been before being between both but by can cannot',
		'could did do does doing done down during each either else even ever every few for from get gets got had has have',
		'having he her here him his how however i if in into is isn it its itself just let lets like ll made make makes',
		'making may maybe me might more most much must my need needs no nor not now of off ok on once one only onto or other',
		'our out over own please quite rather re really s same shall she should since so some still such t than thank thanks',
		'that the their them then there these they thing things this those though through to too under until up upon us use',
		'used uses using very via want was way we well were what when where whether which while who whose why will with',
		'within without would yes yet you your',
	]
		.join(' ')
		.split(' '),
);

/** Words that are no terms, and that turn what a text says. */
const SENSES =
	/\b(?:not|never|no|cannot|can|(?:don|doesn|can|won|isn)['\u2019]?t|without|with|avoid|only|unless|until|on|off|all|any)\b/gi;
/** Where these stand, it counts which term comes first. */
const ORDERS = /\b(?:before|after|instead of|rather than|over|from)\b/gi;

/** What tells texts of the same terms apart that do not say the same: `cache on`, `cache off`; `a before b`, `b before a`. */
export function senseOf(text: string, terms: LessonTerms): string {
	const [senses, orders] = [SENSES, ORDERS].map((words) => text.toLowerCase().match(words) ?? []);
	const names = [...terms.keys()];
	const order = orders?.length ? names : names.toSorted();
	return [...(senses ?? []).toSorted(), ...(orders ?? []), '', ...order].join(' ');
}

/** The form in which words are compared: `Cookies` and `cookie` are one. */
function stemOf(word: string): string {
	const lower = word.toLowerCase();
	return lower.length >= MIN_STEMMED && STEMMED.test(lower) ? stemmer(lower) : lower;
}

/**
 * What a text is about, as terms that two texts can have in common: stems of words, the parts of identifiers and paths, and
 * names as they stand.
 *
 * @param text redacted already (D30)
 */
export function lessonTerms(text: string): LessonTerms {
	return new Map([...askedTerms(text)].map(([term, { kind }]) => [term, kind]));
}

/** A term of a prompt. */
export interface AskedTerm {
	readonly kind: TermKind;
	/** The names that it is a part of: with one of them it says nothing more. Empty where it also stands by itself. */
	readonly wholes: readonly string[];
}

/** The same with what is a part of what: `e-mail` is one thing, not `email` and `mail`. */
export function askedTerms(text: string): ReadonlyMap<string, AskedTerm> {
	const terms = new Map<string, AskedTerm>();
	const add: Add = (term, kind, wholes) => {
		if (term === '' || term.length > MAX_LENGTH) return;
		const known = terms.get(term);
		if (known === undefined && terms.size >= MAX_TERMS) return;
		// A whole that was not kept, as it is too long, says nothing.
		const rest = wholes.filter((whole) => whole !== term && terms.has(whole));
		const isOwn = rest.length === 0 || known?.wholes.length === 0;
		terms.set(term, {
			kind: known?.kind === 'named' ? 'named' : kind,
			wholes: isOwn ? [] : [...(known?.wholes ?? []), ...rest],
		});
	};
	const source = text
		.slice(0, MAX_TEXT)
		.replace(REDACTED, ' ')
		.replace(CONTRACTION, '')
		.replaceAll('\\', '/')
		.replace(TWO_WORDS, joined);
	for (const [chunk] of source.matchAll(isAscii(source) ? ASCII_CHUNK : ANY_CHUNK)) {
		if (PLAIN_WORD.test(chunk)) addWord(chunk, add, []);
		else addName(chunk, add);
	}
	return terms;
}

type Add = (term: string, kind: TermKind, wholes: readonly string[]) => void;

function addWord(written: string, add: Add, wholes: readonly string[]): void {
	const word = written.toLowerCase();
	if (FUNCTION_WORDS.has(word)) return;
	if (NUMBER.test(word)) {
		if (TELLING_NUMBER.test(word)) add(word, 'word', wholes);
		return;
	}
	// One letter of any alphabet says nothing; one sign of Chinese does.
	if (word.length === 1 && isAscii(word)) return;
	add(stemOf(word), isStopWord(word) ? 'common' : 'word', wholes);
}

/** What is no plain word: the whole where it can only be a name, and its parts. */
function addName(chunk: string, add: Add): void {
	const parts = chunk.split(/[./:@_$-]+/).flatMap((part) => part.split(HUMP));
	const words = parts.filter((part) => part !== '');
	// `re-run` and `sign-in` are words; `readFile`, `src/a.ts`, `SQLITE_BUSY` and `TS2345` are names.
	const isName = /[./_$:]|[a-z][A-Z]|[A-Za-z]\d|^[A-Z]{4,}$/.test(chunk);
	const wholes: string[] = [];
	if (isName) {
		const name = chunk.toLowerCase();
		const file = name.slice(name.lastIndexOf('/') + 1);
		wholes.push(...new Set([name, file === '' ? name : file]));
		for (const whole of wholes) add(whole, 'named', whole === name ? [] : [name]);
	} else if (words.length > 1) {
		wholes.push(words.join('').toLowerCase());
		for (const whole of wholes) add(whole, 'word', []);
	}
	for (const word of words) addWord(word, add, wholes);
}
