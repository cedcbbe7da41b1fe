/** What stands between a name and its value. Patterns are for the text in lower case (`lowered`). */
export interface Joint {
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
const QUOTE = raw`[brul@$#]{0,3}\\{0,3}["'\x60]`;

/** A line break may follow the sign, where the next line is no name with a value of its own. */
const NEXT_LINE = raw`\r?\n {0,24}(?!-\s|\\?["']?[\w.-]{1,60}\\?["']? {0,3}(?::(?=["'{[\s]|$)|=(?!=?(?:["'\s]|$))))`;
const PLAIN = raw`(?: \[[^\]\n]{0,24}\])?(?: {0,24}|\r?\n {0,24}(?=:))(?:=>|:=|={1,3}|:(?!\?)|>)(?: {0,3}(?:[|>][-+]? {0,3})?${NEXT_LINE}| {0,3})`;
/** The type between the name and the sign: `: string | undefined`, `: &'static str`, ` string`, `[]`. */
const TYPE = raw` {0,3}(?:: {0,3}[&?]?(?:'\w{1,12} )?[\w.:|?<>[ ]{0,30}|(?:as )?)(?:str(?:ing)?|bytes|text|undefined|null|none)[>\]?]{0,2}(?= {0,3}:?=)|\[\d{0,4}\]`;
/** Signs that give a value, and those that add it to one. */
const GIVES = raw`=>|<-|<<|:[=-]|(?:[.+?]|\?\?|\|\|)=|={1,3}|:(?!\?)|>`;
/** What opens before the value: long quotes, a document, an anchor, a tag of YAML, CDATA, a bracket. */
const OPENS = raw`["']{2}(?=["'])|<<[-~]?["']?\w{1,12}["']?\r?\n {0,24}|<!\[cdata\[|\[\[|<<(?=")|&[\w-]{1,24} |!!?\w{2,8} {1,3}|q[qw]?[{(\/|]|\(\s{0,24}(?=${QUOTE})|[\[{] {0,3}(?=${QUOTE})`;
const GIVEN = raw`(?:${TYPE})? {0,24}(?:${GIVES})(?: {0,3}(?:\\|["']{3})${NEXT_LINE}| {0,3})(?:${OPENS})?`;
/** Where a program looks first: `process.env.PW || 'x'`. */
const INSTEAD = raw`[\w$.[\]()'"]{1,60} {1,3}(?:\|\||\?\?|or) {1,3}(?=["'\x60])`;
/** The function or the type that takes the value: `SecretStr("x")`, `String::from("x")`, `<string>"x"`. */
const TAKEN = raw`(?:(?:new )?[\w:.$]{1,40}(?:<\w{1,24}>)?\(|<\w{1,24}> {0,3})(?=${QUOTE})`;
const IS = raw` +(?:is|was|ist|lautet|used to be|(?:(?:re)?set |changed )?to):?(?: +| {0,3}\r?\n {0,24})`;
/** The next argument of a call, or the next entry: `define('AUTH_KEY', 'x')`. */
const NEXT = raw`(?<=["'\x60]), {0,3}(?=${QUOTE})`;
/** The same where the name has no quotes, the next column, the element behind that of the name. */
const NEXT_OF_NAME = raw`, {0,3}(?:<<)?(?=${QUOTE})|,(?=\w)| {0,9}\| {0,9}|(?:</\w{1,24})?>\s{0,24}<\w{1,24}>`;
/** As shells, YAML and Terraform put a value beside a name that is itself a value. */
const BESIDE = raw` {1,3}(?:--)?(?:value|body|content|data)[= ]|(?:,\s{0,24}|\s{1,24})["']?(?:default)?value["']?: {0,3}| {0,3}\{[^{}]{0,80}?\bdefault {0,3}= {0,3}`;

const SIGNS = [':', '=', '>', '<'];
/** `name = value`, `"name": "value"`, `NAME=value`, `<name>value`. */
const SIGN: Joint = { begins: [...SIGNS, '['], words: SIGNS, pattern: PLAIN };
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
export const NEAR: readonly Joint[] = [
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
	{ begins: ['(', '{'], words: ANY, pattern: raw`[({] {0,3}(?=${QUOTE})`, isLoose: true },
	{ begins: ANY, words: ANY, pattern: ' ' },
];

/** Between what the name is for and the value: `name for the box: value`. */
export const BEHIND_PURPOSE: readonly Joint[] = [SIGN, VERB];

/** `name: process.env.NAME || 'value'`, `name = SecretStr("value")`. */
export const INSTEAD_OF: readonly Joint[] = [
	{ ...SIGN, words: ['||', '??', ' or '], pattern: `${PLAIN}(?:${INSTEAD})` },
	{ ...CODED, words: ['(', '<'], pattern: `${GIVEN}(?:${TAKEN})`, isLoose: true },
];

/** `--name value`, `--name=value`. */
export const OPTION: readonly Joint[] = [
	{ begins: ANY, words: ['-'], pattern: raw`(?<=(?:^|\s)--?[\w-]{1,80})[ =]{1,2}` },
];

/**
 * The text in lower case and with blanks for tabs, as long as it is: a place in one is the same place in the
 * other. Patterns that need not know the other case are made in half the time.
 */
export function lowered(text: string): string {
	// The one letter that becomes two.
	return text.replaceAll('\u0130', 'I').replaceAll('\t', ' ').toLowerCase();
}
