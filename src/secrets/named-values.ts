import { isPassword, isRandom, isStrongPassword, isTyped } from './value-shapes.ts';

const { raw } = String;

/** Names of what people make up. `pass` alone only as the last part of a name. */
const PASSWORD = [
	raw`pass(?:word|wort|wd|phrase|code)|kennwort|pwd|mnemonic|seed[_ ]?phrase|mot de passe|contrase[ñn]a`,
	raw`sshpass(?==)|(?<![a-z])(?:psk|pw)(?![a-z])|pass(?![a-z])|secret(?! (?:access )?key)`,
];
/** What a key can be of that is no secret: tables, caches, the public, and articles before the word. */
const PLAIN_KEYS = raw`public|restore|websocket|pub|cache|found|s3|primary|foreign|sort|partition|idempotency|group|row|hash|index|unique|map|object|route|query|event|item|the|an?|my|our|your|its|this|that|each|every|same|any|new|no|with|from|by|of|for|to|is|and|or`;
/** Names of what machines make. */
const TOKEN = [
	raw`(?<!(?:next|page|forward|continuation|public[-_]?key)[-_]?)token|credentials?|creds?(?![a-z])`,
	raw`webhook|access[_-]?id|(?<!transaction[-_ ]?)signature|pat(?![\w-])|auth(?![\w-])`,
	raw`(?<=(?:^|[^a-z]|security|secret|auth|password|shared|cookie))salt(?![a-z])`,
	raw`(?<![a-z])seed(?![a-z])|(?<=\w[-. ]?)(?<!(?:${PLAIN_KEYS})[-_. ]?)key`,
];
const NAME = [...PASSWORD, ...TOKEN].join('|');

const OPENING = raw`[brul@$#]{0,3}\\{0,3}["'\x60]`;
/** The next line, unless it is a name with a value of its own. */
const NEXT_LINE = raw`\r?\n {0,24}(?!-\s|\\?["']?[\w.-]{1,60}\\?["']? {0,3}(?::(?=["'{[\s]|$)|=(?!=?(?:["'\s]|$))))`;
/** The type between a name and its sign: `: string | undefined`, `: &'static str`, ` string`, `[]`. */
const TYPE = raw` {0,3}(?:: {0,3}[&?]?(?:'\w{1,12} )?[\w.:|?<>[ ]{0,30}|(?:as )?)(?:str(?:ing)?|bytes|text|undefined|null|none)[>\]?]{0,2}(?= {0,3}:?=)|\[\d{0,4}\]| \[[^\]\n]{0,24}\]`;
const SIGN = raw`=>|<-|<<|:[=-]|(?:[.+?]|\?\?|\|\|)=|={1,3}|:(?!\?)|>`;
/** What opens before the value: long quotes, a document, an anchor, a tag of YAML, CDATA, a bracket. */
const OPENS = raw`["']{2}(?=["'])|<<[-~]?["']?\w{1,12}["']?\r?\n {0,24}|<!\[cdata\[|\[\[|<<(?=")|&[\w-]{1,24} |!!?\w{2,8} {1,3}|q[qw]?[{(\/|]|\(\s{0,24}(?=${OPENING})|[\[{] {0,3}(?=${OPENING})`;
/** Where a program looks first: `process.env.PW || 'x'`. */
const INSTEAD = raw`[\w$.[\]()'"]{1,60} {1,3}(?:\|\||\?\?|or) {1,3}(?=["'\x60])`;
/** The function or the type that takes the value: `SecretStr("x")`, `String::from("x")`. */
const TAKEN = raw`(?:(?:new )?[\w:.$]{1,40}(?:<\w{1,24}>)?\(|<\w{1,24}> {0,3})(?=${OPENING})`;
/** As shells, YAML and Terraform put a value next to a name that is itself a value. */
const BESIDE = raw` {1,3}(?:--)?(?:value|body|content|data)[= ]|(?:,\s{0,24}|\s{1,24})["']?(?:default)?value["']?: {0,3}| {0,3}\{[^{}]{0,80}?\bdefault {0,3}= {0,3}`;
const GIVEN = raw`(?:${TYPE})?(?: {0,24}|\r?\n {0,24}(?=:))(?:${SIGN})(?: {0,3}(?:[|>][-+]? {0,3}|\\|["']{3})?${NEXT_LINE}| {0,3})`;
/** What a secret is for: `API key for maps is x`. */
export const PURPOSE = raw`(?: (?:for|of|to|on|at|from|für|von|vom|zu|pour|du|del|para) [^\n.,;:="'\x60]{1,40}?)?`;
const VERB = raw` +(?:is|was|ist|war|lautet|hei(?:ss|ß)t|est|es|used to be|(?:(?:re)?set |changed )?to):?(?: +| {0,3}\r?\n {0,24})`;
/** The next argument of a call, the next column, the element behind that of the name. */
const NEXT = raw`, {0,3}(?:<<)?(?=${OPENING})|,(?=\w)| {0,9}\| {0,9}|(?:</\w{1,24})?>\s{0,24}<\w{1,24}>`;

const JOINT = [
	BESIDE, // DB_PASSWORD --value x
	`${GIVEN}(?:${INSTEAD})`, // password = process.env.PW || 'x'
	`(?<taken>${GIVEN}(?:${TAKEN}))`, // password = SecretStr("x")
	`${GIVEN}(?:${OPENS})?`, // password: x
	`${PURPOSE}(?:${VERB}|: +)`, // the password for staging is x
	`(?<next>${NEXT})`, // f("password", "x")
	'[ =]', // --password x
].join('|');

const PLAIN = raw`[^\s"'\x60,;&|<>\\)]`;
const QUOTED = raw`[brlu@$#]{0,3}(?<quote>\\{0,3}["'\x60])(?<quoted>(?:(?!\k<quote>)(?:\\.|[^\r\n\\])){4,2000})(?=\k<quote>)`;
const BARE = raw`(?:[brlu@$#]{0,3}\\{0,3}["'\x60])?(?<bare>(?=[^\s"'\x60,|<>\\]{4})(?!\{ {0,3}["']?[\w.-]{1,60}["']? {0,3}[:=])${PLAIN}{1,2000})`;
const NAMED = new RegExp(
	raw`(?<head>${NAME})(?<rest>[\w-]{0,24})\\{0,3}["'\x60]?\]?(?<joint>${JOINT})(?:${QUOTED}|${BARE})`,
	'g',
);
/** A name that goes on like this is about the secret. */
const ABOUT =
	/count|limit|length|size|type|name|field|ur[il]|path|file|expir|ttl|hint|policy|rule|regex|pattern|prefix|suffix|ize|budget|usage|endpoint|schema|label|class|version|algorithm|index|(?<!st)ring|less|manager|ref|arn|store|provider|id$/;
/** A name of what people make up, in any of its parts. */
const PASSWORD_NAME = /pass|pwd?|psk|kennwort|contrase|secret|mnemonic|phrase/i;

/** The text without values that a word like `password` or `token` names, if they look like one. */
export function cutNamedValues(text: string): string {
	// In lower case and with blanks for tabs, but as long: İ is the one letter that becomes two.
	const lower = text.replaceAll('\u0130', 'I').replaceAll('\t', ' ').toLowerCase();
	let kept = '';
	let done = 0;
	NAMED.lastIndex = 0;
	for (let match = NAMED.exec(lower); match !== null; match = NAMED.exec(lower)) {
		const { index, groups = {} } = match;
		const { head = '', rest = '', joint = '', quoted, bare = '' } = groups;
		const from = NAMED.lastIndex - (quoted ?? bare).length;
		// What is no value can hold a name with one: `auth://x?secret=…`.
		NAMED.lastIndex = from;
		// Brackets around the value are none of it.
		const length = (quoted ?? bare.replace(/[\])}]{1,3}$/, '')).length;
		const value = text.slice(from, from + length);
		const isLoose = groups['taken'] !== undefined || groups['next'] !== undefined;
		const front = text.slice(Math.max(0, index - 80), index);
		const name = text.slice(index, index + head.length) + rest;
		// `arn:aws:secretsmanager:…:secret:prod/db` is an address.
		const isOther = ABOUT.test(rest) || (joint === ':' && front.endsWith(':'));
		const naming = { name, front, joint, isLoose, isQuoted: quoted !== undefined };
		if (isOther || !isSecret(value, naming)) continue;
		kept += `${text.slice(done, from)}[redacted:value]`;
		done = from + length;
		NAMED.lastIndex = done;
	}
	return kept + text.slice(done);
}

/** How a value is named. */
interface Naming {
	readonly name: string;
	/** What is before the name. */
	readonly front: string;
	readonly joint: string;
	/** The joint also joins what belongs to no name: only a strong password counts then. */
	readonly isLoose: boolean;
	readonly isQuoted: boolean;
}

function isSecret(value: string, { name, front, joint, isLoose, isQuoted }: Naming): boolean {
	const isOption = /^[ =]$/.test(joint) && /(?:^|\s)--?[\w-]{0,80}$/.test(front);
	// Given to a variable, as shells write it.
	const isVariable = joint === '=' && name === name.toUpperCase();
	// `pass` is a verb, unless it is an option, or the last part of a name: `db_pass`, `dbPass`.
	const isPart = /[_.-]pass$|[a-z]Pass$|[_.-]PASS$/.test(front + name);
	if (/^pass$/i.test(name) && !isPart && !isOption) return /[:=<>]/.test(joint) && isTyped(value);
	if (isRandom(value)) return true;
	if (!PASSWORD_NAME.test(name)) return false;
	if (/ to:?\s+$/.test(joint)) return isTyped(value);
	const isBeside = !isOption && /^[^\w=:<>]*\s$/.test(joint);
	if (isLoose || isBeside) return isStrongPassword(value);
	return isPassword(value, isOption || isVariable || isQuoted);
}
