import { isPassword, isPasswordOfWords, isRandom, isStrongPassword, isTyped } from './value.ts';

/** What stands between a name and its value. Patterns are for the text in lower case (`lowered`). */
interface Joint {
	/** One of these stands where it begins, behind blanks: a pattern takes up to 0.3 ms when it is first used. */
	readonly begins: readonly string[];
	/** And one of these in the text. */
	readonly words: readonly string[];
	/** Source of a sticky regular expression. */
	readonly pattern: string;
	/** It also joins what belongs to no name: only what is surely random counts then, or a strong password. */
	readonly isLoose?: true;
}

const { raw } = String;
const ANY = [''];
const OPENING = raw`[brul@$#]{0,3}\\{0,3}["'\x60]`;

/** A line break may follow the sign, where the next line is no name with a value of its own. */
const NEXT_LINE = raw`\r?\n {0,24}(?!-\s|\\?["']?[\w.-]{1,60}\\?["']? {0,3}(?::(?=["'{[\s]|$)|=(?!=?(?:["'\s]|$))))`;
const ASSIGNS = raw`(?: \[[^\]\n]{0,24}\])?(?: {0,24}|\r?\n {0,24}(?=:))(?:=>|:=|={1,3}|:(?!\?)|>)(?: {0,3}(?:[|>][-+]? {0,3})?${NEXT_LINE}| {0,3})`;
/** The type between the name and the sign: `: string | undefined`, `: &'static str`, ` string`, `[]`. */
const TYPE = raw` {0,3}(?:: {0,3}[&?]?(?:'\w{1,12} )?[\w.:|?<>[ ]{0,30}|(?:as )?)(?:str(?:ing)?|bytes|text|undefined|null|none)[>\]?]{0,2}(?= {0,3}:?=)|\[\d{0,4}\]`;
/** Signs that give a value, and those that add it to one. */
const GIVES = raw`=>|<-|<<|:[=-]|(?:[.+?]|\?\?|\|\|)=|={1,3}|:(?!\?)|>`;
/** What opens before the value: long quotes, a document, an anchor, a tag of YAML, CDATA, a bracket. */
const OPENS = raw`["']{2}(?=["'])|<<[-~]?["']?\w{1,12}["']?\r?\n {0,24}|<!\[cdata\[|\[\[|<<(?=")|&[\w-]{1,24} |!!?\w{2,8} {1,3}|q[qw]?[{(\/|]|\(\s{0,24}(?=${OPENING})|[\[{] {0,3}(?=${OPENING})`;
const GIVEN = raw`(?:${TYPE})? {0,24}(?:${GIVES})(?: {0,3}(?:\\|["']{3})${NEXT_LINE}| {0,3})(?:${OPENS})?`;
/** Where a program looks first: `process.env.PW || 'x'`. */
const INSTEAD = raw`[\w$.[\]()'"]{1,60} {1,3}(?:\|\||\?\?|or) {1,3}(?=["'\x60])`;
/** The function or the type that takes the value: `SecretStr("x")`, `String::from("x")`, `<string>"x"`. */
const TAKEN = raw`(?:(?:new )?[\w:.$]{1,40}(?:<\w{1,24}>)?\(|<\w{1,24}> {0,3})(?=${OPENING})`;
const IS = raw` +(?:is|was|ist|lautet|used to be|(?:(?:re)?set |changed )?to):?(?: +| {0,3}\r?\n {0,24})`;
/** The next argument of a call, or the next entry: `define('AUTH_KEY', 'x')`. */
const NEXT = raw`(?<=["'\x60]), {0,3}(?=${OPENING})`;
/** The same where the name has no quotes, the next column, the element behind that of the name. */
const NEXT_OF_NAME = raw`, {0,3}(?:<<)?(?=${OPENING})|,(?=\w)| {0,9}\| {0,9}|(?:</\w{1,24})?>\s{0,24}<\w{1,24}>`;
/** As shells, YAML and Terraform put a value beside a name that is itself a value. */
const BESIDE = raw` {1,3}(?:--)?(?:value|body|content|data)[= ]|(?:,\s{0,24}|\s{1,24})["']?(?:default)?value["']?: {0,3}| {0,3}\{[^{}]{0,80}?\bdefault {0,3}= {0,3}`;

const SIGNS = [':', '=', '>', '<'];
/** `name = value`, `"name": "value"`, `NAME=value`, `<name>value`. */
const SIGN: Joint = { begins: [...SIGNS, '['], words: SIGNS, pattern: ASSIGNS };
/** Signs that add to a value, or look first whether there is one. */
const ADDS = ['.=', '+=', '?=', '|=', '<-', '<<', ':-'];
const BRACKETS = ['("', "('", '(\n', '(b', '["', "['", '[]', '[[', '{"', "{'", '{ "', 'q{'];
/** The same with a type, a sign that adds, or what opens the value: `name: string = "x"`, `$name .= "x"`. */
const CODED: Joint = {
	begins: [...SIGNS, '[', '.=', '+=', '?', '|', 'as ', 'str', 'text'],
	words: [...ADDS, ...BRACKETS, ': !', ': &', 'cdata', 'str', 'text', '""', "''", '\\\n'],
	pattern: GIVEN,
};
/** `name is value`. */
const VERB: Joint = {
	begins: ['is', 'was', 'lautet', 'used to be', 'to', 'set to', 'reset to', 'changed to'],
	words: ANY,
	pattern: IS,
};

/** Between a name and the value beside it; the last: `name value`. */
const NEAR: readonly Joint[] = [
	{
		begins: ANY,
		words: ['value', 'default', 'body', 'content', 'data'],
		pattern: BESIDE,
	},
	CODED,
	SIGN,
	VERB,
	{ begins: [',', '(', 'e.g'], words: ['e.g.'], pattern: raw`,? \(?e\.g\.,? {0,2}:? {0,2}` },
	{ begins: [','], words: ANY, pattern: NEXT },
	{ begins: [',', '|', '</', '>'], words: ANY, pattern: NEXT_OF_NAME, isLoose: true },
	{ begins: ['(', '{'], words: ANY, pattern: raw`[({] {0,3}(?=${OPENING})`, isLoose: true },
	{ begins: ANY, words: ANY, pattern: ' ' },
];

/** Between what the name is for and the value: `name for the box: value`. */
const BEHIND_PURPOSE: readonly Joint[] = [SIGN, VERB];

/** `name: process.env.NAME || 'value'`, `name = SecretStr("value")`. */
const INSTEAD_OF: readonly Joint[] = [
	{ ...SIGN, words: ['||', '??', ' or '], pattern: `${ASSIGNS}(?:${INSTEAD})` },
	{ ...CODED, words: ['(', '<'], pattern: `${GIVEN}(?:${TAKEN})`, isLoose: true },
];

/** `--name value`, `--name=value`. */
const OPTION: readonly Joint[] = [
	{ begins: ANY, words: ['-'], pattern: raw`(?<=(?:^|\s)--?[\w-]{1,80})[ =]{1,2}` },
];

/**
 * The text in lower case and with blanks for tabs, as long as it is: a place in one is the same place in the
 * other. Patterns that need not know the other case are made in half the time.
 */
function lowered(text: string): string {
	// The one letter that becomes two.
	return text.replaceAll('\u0130', 'I').replaceAll('\t', ' ').toLowerCase();
}

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
