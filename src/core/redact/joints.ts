/** What stands between a name and its value. Patterns are for the text in lower case (`lowered`). */
export interface Joint {
	/** One of these stands where it begins, behind blanks: a pattern takes up to 0.3 ms when it is first used. */
	readonly begins: readonly string[];
	/** And one of these in the text. */
	readonly words: readonly string[];
	/** Source of a sticky regular expression. */
	readonly pattern: string;
}

const { raw } = String;
const ANY = [''];

/** A line break may follow the sign, where the next line is no name with a value of its own. */
const NEXT_LINE = raw` {0,3}(?:[|>][-+]? {0,3})?\r?\n {0,24}(?!-\s|\\?["']?[\w.-]{1,60}\\?["']? {0,3}[:=])`;
/** A tag of YAML, or where a program looks first: `process.env.PW || 'x'`. */
const INSTEAD = raw`!!\w{2,8} {1,3}|[\w$.[\]()'"]{1,60} {1,3}(?:\|\||\?\?|or) {1,3}(?=["'\x60])`;
const GIVEN = raw`(?: \[[^\]\n]{0,24}\])? {0,3}(?:=>|:=|={1,3}|:|>)(?:${NEXT_LINE}| {0,3})`;
const IS = raw` +(?:is|was|ist|lautet|used to be|(?:(?:re)?set |changed )?to):?(?: +| {0,3}\r?\n {0,24})`;
/** The next argument of a call, or the next entry: `define('AUTH_KEY', 'x')`. */
const NEXT = raw`(?<=["'\x60]), {0,3}(?=[bru]{0,2}["'\x60])`;
/** As shells, YAML and Terraform put a value beside a name that is itself a value. */
const BESIDE = raw` {1,3}(?:--)?(?:value|body|content|data)[= ]|,?\s{1,24}["']?value["']?: {0,3}| {0,3}\{[^{}]{0,80}?\bdefault {0,3}= {0,3}`;

const SIGNS = [':', '=', '>'];

/** `name = value`, `"name": "value"`, `NAME=value`, `<name>value`. */
const SIGN: Joint = { begins: [...SIGNS, '['], words: SIGNS, pattern: GIVEN };
/** `name is value`. */
const VERB: Joint = {
	begins: ['is', 'was', 'lautet', 'used to be', 'to', 'set to', 'reset to', 'changed to'],
	words: ANY,
	pattern: IS,
};

/** Between a name and the value beside it; the last: `name value`. */
export const NEAR: readonly Joint[] = [
	SIGN,
	VERB,
	{ begins: [','], words: ANY, pattern: NEXT },
	{
		begins: ANY,
		words: [
			'value',
			'default',
			...['body', 'content', 'data'].flatMap((word) => [`${word}=`, `${word} `]),
		],
		pattern: BESIDE,
	},
	{ begins: ANY, words: ANY, pattern: ' ' },
];

/** Between what the name is for and the value: `name for the box: value`. */
export const BEHIND_PURPOSE: readonly Joint[] = [SIGN, VERB];

/** `name: process.env.NAME || 'value'`. */
export const INSTEAD_OF: readonly Joint[] = [
	{
		begins: [...SIGNS, '['],
		words: ['!!', '||', '??', ' or '],
		pattern: `${GIVEN}(?:${INSTEAD})`,
	},
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
