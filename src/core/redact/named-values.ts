import { BEHIND_PURPOSE, INSTEAD_OF, type Joint, lowered, NEAR, OPTION } from './joints.ts';
import { isPassword, isPasswordOfWords, isRandom, isStrongPassword, isTyped } from './value.ts';

const { raw } = String;

/** Names of what people make up. `pass` alone only as the last part of a name, see `isNamed`. */
const PASSWORD = raw`pass(?:word|wort|wd|phrase|code)|kennwort|pwd|mnemonic|seed[_ ]?phrase|mot de passe|sshpass(?==)|psk(?<![a-z]psk)(?![a-z])|pw(?<![a-z]pw)(?![a-z])|pass(?![a-z])|secret(?! (?:access )?key)`;
/** Names of what machines make: tokens, and keys that are not of tables, caches or the public. */
const TOKEN = raw`token(?<!(?:next|page|forward|continuation|public[-_]?key)[-_]?token)|credentials?|creds?(?![a-z])|webhook|access[_-]?id|signature(?<!transaction[-_ ]?signature)|pat(?![\w-])|salt(?<=(?:^|[^a-z]|security|secret|auth|password|shared|cookie)salt)(?![a-z])|seed(?<![a-z]seed)(?![a-z])|auth(?![\w-])|key(?<=\w[-. ]?key)(?<!(?:public|restore|websocket|pub|cache|found|s3|primary|foreign|sort|partition|idempotency|group|row|hash|index|unique|map|object|route|query|event|item|the|an?|my|our|your|its|this|that|each|every|same|any|new|no|with|from|by|of|for|to|is|and|or)[-_. ]?key)`;
/** As they stand in a text in lower case: half of what a pattern costs would be for the other case. */
const NAME = `${PASSWORD}|${TOKEN}`;
const REST = /[\w-]{0,24}/y;

/** A name that goes on like this names something about the secret. */
const ABOUT =
	/count|limit|length|size|type|name|field|ur[il]|path|file|expir|ttl|hint|policy|rule|regex|pattern|prefix|suffix|ize|budget|usage|endpoint|schema|label|class|version|algorithm|index|(?<!st)ring|less|manager|ref|arn|store|provider|id$/;

const PLAIN = raw`[^\s"'\x60,;&|<>\\)]`;
/** Signs that end a value unless it is a variable's and goes on behind them. */
const JOINED = raw`(?:[;&)](?![\w .-]{1,30}=)${PLAIN}{1,400}){0,4}`;
const QUOTE = raw`[BFRLUbfrlu@$#]{0,3}(?<quote>\\{0,3}["'\x60])`;
const QUOTED = raw`(?<quoted>(?:(?!\k<quote>)(?:\\.|[^\r\n\\])){4,2000})(?=\k<quote>)`;
const VALUE = raw`(?:${QUOTE}${QUOTED}|(?:[BFRLUbfrlu@$#]{0,3}\\{0,3}["'\x60])?(?<bare>(?=[^\s"'\x60,|<>\\]{4})(?!\{ {0,3}["']?[\w.-]{1,60}["']? {0,3}[:=])${PLAIN}{1,400})(?<more>${JOINED}))`;

/** What ends the name before the joint: `"name"`, `["name"]`. */
const CLOSED = /\\{0,3}["'`]?\]?/y;
const BLANKS = / *(?:\r?\n *(?=:))?/y;
/** What it is for, word by word: `password for the box: x`. */
const PURPOSE = / +(?:for|of|on|in|to|at)(?= )/y;
const WORD = / +[\w'.-]{1,24}/y;

/** Some of a name: texts without it need no more. */
const NAMES =
	/pass|pwd?|psk|kennwort|secret|token|key|cred|webhook|auth|signature(?<!transaction[-_ ]?signature)|mnemonic|phrase|pat|salt|seed/;
/** Letters and points alone are a value only for an option. */
const MORE_THAN_PROSE = /[^A-Za-z_\s.,;)-]|(?:^|\s)-/;
/** A name of what people make up, in any of its parts. */
const MADE_UP = /pass|pwd?|psk|kennwort|secret|mnemonic|phrase/i;

/** What the rest of a long value is of. */
const LONG = /[^\s"'`,;&|<>\\)]*/y;
/** Brackets around the value that are none of it. */
const CLOSING = /[\])}]{1,3}$/;

interface Turn {
	readonly joints: readonly Joint[];
	/** Whether up to four words stand before the joint that say what the name is for. */
	readonly isFar?: true;
	readonly isOption?: true;
}

const TURNS: readonly Turn[] = [
	{ joints: BEHIND_PURPOSE, isFar: true },
	{ joints: INSTEAD_OF },
	{ joints: NEAR },
	{ joints: OPTION, isOption: true },
];

interface Found {
	readonly name: string;
	readonly rest: string;
	readonly joint: string;
	readonly isLoose: boolean;
	readonly quoted: string | undefined;
	readonly bare: string;
	readonly more: string;
	/** The character before the name. */
	readonly before: string;
	/** Where the value begins and ends in the text. */
	readonly from: number;
	readonly end: number;
}

/** Cuts values that stand beside a word like `password` or `token`, where they look like one. */
export function cutNamedValues(text: string): string {
	if (!MORE_THAN_PROSE.test(text) || !NAMES.test(lowered(text))) return text;
	return TURNS.reduce(cutGiven, text);
}

function cutGiven(text: string, turn: Turn): string {
	const lower = lowered(text);
	const joints = turn.joints.filter(({ words }) => words.some((word) => lower.includes(word)));
	if (joints.length === 0) return text;
	const names = new RegExp(NAME, 'g');
	let kept = '';
	let done = 0;
	for (let name = names.exec(lower); name !== null; name = names.exec(lower)) {
		const span = { from: name.index, to: names.lastIndex };
		const found = foundAt(span, { text, lower }, { ...turn, joints });
		// What is no value can hold a name with one: `auth://x?secret=…`.
		names.lastIndex = found?.from ?? span.from + 1;
		if (found === undefined || !isSecret(found, turn.isOption === true)) continue;
		if (ABOUT.test(found.rest.toLowerCase())) continue;
		const end = isVariable(found) ? found.end : found.end - found.more.length;
		kept += `${text.slice(done, found.from)}[redacted:value]`;
		done = found.quoted === undefined && found.more === '' ? (endOf(LONG, text, end) ?? end) : end;
		names.lastIndex = done;
	}
	return kept + text.slice(done);
}

interface Span {
	readonly from: number;
	readonly to: number;
}

interface Texts {
	readonly text: string;
	readonly lower: string;
}

/** The name that stands there with its value, by the first joint behind which a value stands. */
function foundAt(name: Span, { text, lower }: Texts, turn: Turn): Found | undefined {
	const restEnd = endOf(REST, lower, name.to) ?? name.to;
	const closedEnd = endOf(CLOSED, lower, restEnd) ?? restEnd;
	const starts = turn.isFar ? endsOfPurpose(lower, closedEnd) : [closedEnd];
	for (const { at, isLoose } of endsOfJoint(lower, starts, turn.joints)) {
		const values = new RegExp(VALUE, 'y');
		values.lastIndex = at;
		const { groups } = values.exec(text) ?? {};
		if (groups === undefined) continue;
		const { quoted, bare: whole = '', more = '' } = groups;
		const bare = more === '' ? whole.replace(CLOSING, '') : whole;
		const end = values.lastIndex - (whole.length - bare.length);
		return {
			name: text.slice(name.from, name.to),
			rest: text.slice(name.to, restEnd),
			joint: text.slice(restEnd, at),
			...{ isLoose, quoted, bare, more },
			before: text.charAt(name.from - 1),
			from: end - (quoted ?? bare + more).length,
			end,
		};
	}
	return undefined;
}

/** Where a purpose can end that begins there: behind each of its words. */
function endsOfPurpose(lower: string, from: number): number[] {
	const ends: number[] = [];
	let end = endOf(PURPOSE, lower, from);
	while (end !== undefined && ends.length < 4) {
		end = endOf(WORD, lower, end);
		if (end !== undefined) ends.push(end);
	}
	return ends;
}

/** Where the joints end that stand there, one at a time: what is not asked for is not compiled. */
function* endsOfJoint(lower: string, starts: readonly number[], joints: readonly Joint[]) {
	for (const start of starts) {
		const begin = endOf(BLANKS, lower, start) ?? start;
		for (const { begins, pattern, isLoose = false } of joints) {
			if (!begins.some((word) => lower.startsWith(word, begin))) continue;
			const at = endOf(new RegExp(pattern, 'y'), lower, start);
			if (at !== undefined) yield { at, isLoose };
		}
	}
}

/** Where what a sticky pattern finds there ends. */
function endOf(pattern: RegExp, text: string, from: number): number | undefined {
	pattern.lastIndex = from;
	return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** Given to a variable, as shells write it. */
function isVariable({ name, joint }: Found): boolean {
	return joint === '=' && name === name.toUpperCase();
}

function isSecret(found: Found, isOption: boolean): boolean {
	const { name, rest, joint, isLoose, quoted, bare, more, before } = found;
	const value = quoted ?? (isVariable(found) ? bare + more : bare);
	if (name.toLowerCase() === 'pat' && !isPartOfName(name, before)) return false;
	if (name.toLowerCase() === 'pass' && !isPassNamed(found, isOption)) return false;
	// A part of a longer address: `arn:aws:secretsmanager:…:secret:prod/db`.
	if (before === ':' && joint === ':') return false;
	const isGiven = isOption || /[:=<>]/.test(joint) || (quoted !== undefined && !isLoose);
	return (
		isRandom(value, isGiven) || (MADE_UP.test(name + rest) && isMadeUp(found, value, isOption))
	);
}

/** Whether the value can be what somebody made up, by what joins it to its name. */
function isMadeUp(found: Found, value: string, isOption: boolean): boolean {
	const { name, joint, quoted } = found;
	if (/\s/.test(value) && !isVariable(found) && !/phrase|mnemonic/i.test(name)) {
		return quoted !== undefined && /[:=]/.test(joint) && isPasswordOfWords(value);
	}
	if (/[ \t]to:?\s/.test(joint)) return isTyped(value);
	const isLoose = found.isLoose || (/^[^\w=:<>]*\s$/.test(joint) && !isOption);
	if (isLoose) return isStrongPassword(value);
	return isPassword(value, isOption || isVariable(found) || quoted !== undefined);
}

/** `pass` alone is also a verb: the last part of a name, or given something quoted that is no word. */
function isPassNamed(found: Found, isOption: boolean): boolean {
	const { name, rest, joint, quoted, bare, before } = found;
	if (isPartOfName(name, before)) return true;
	if (isOption) return rest === '' && before !== 'y' && before !== 'm';
	if (/\w/.test(before) || !/[:=]/.test(joint)) return false;
	return quoted === undefined ? isTyped(bare) : /^(?=\S*[A-Za-z])\S*\d\S*$/.test(quoted);
}

/** The last part of a longer one: `db_pass`, `dbPass`. */
function isPartOfName(name: string, before: string): boolean {
	return /[_.-]/.test(before) || (/^[A-Z][a-z]/.test(name) && /[a-z]/.test(before));
}
