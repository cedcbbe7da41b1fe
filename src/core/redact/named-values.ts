import { isPassword, isRandom, isStrongPassword } from './value.ts';

const { raw } = String;

/** Names of what people make up. `pass` alone only as the last part of a name, see `isNamed`. */
const PASSWORD = raw`pass(?:word|wort|wd|phrase|code)|kennwort|pwd|mnemonic|seed[_ ]?phrase|pass(?![a-z])|secret`;
/** Names of what machines make: tokens, and keys that are not of tables, caches or the public. */
const TOKEN = raw`token|credentials?|webhook|signature|(?<=[_-])pat(?![\w-])|auth(?![\w-])|api key|(?:access|secret|private) key|key(?<=\w[-.]?key)(?<!(?:public|pub|cache|primary|foreign|sort|partition|idempotency|group|row|hash|index|unique|map|object|route|query|event|item)[-_.]?key)`;
/** The rest of the name is taken whole or not at all: nothing is tried twice. */
const NAME = `(?<name>${PASSWORD}|${TOKEN})(?=(?<rest>[\\w-]{0,24}))\\k<rest>`;

/** A name that goes on like this names something about the secret. */
const ABOUT =
	/count|limit|length|size|type|name|field|ur[il]|path|file|expir|ttl|hint|policy|rule|regex|pattern|prefix|suffix|ize|budget|usage|endpoint|schema|label|class|version|algorithm|index|ring|less|manager|ref|arn|store|provider|(?:^|[_-])id$|Id$/i;

const GIVEN = raw`[ \t]{0,3}(?:=>|:=|={1,3}|:|>)[ \t]{0,3}`;
const VALUE = raw`(?:(?<quote>\\?["'\x60])(?<quoted>[^"'\x60\\\r\n]{4,400})|(?<bare>[^\s"'\x60,;&|<>\\)]{4,400}))`;

/** `name = value`, `"name": "value"`, `NAME=value`, `<name>value`, `name is value`, `name" value="value`, `name value`. */
const NAMED_VALUE = raw`${NAME}(?<joint>\\?["'\x60]?\]?(?:${GIVEN}|[ \t]+is[ \t]+|[ \t]{1,3}(?:--)?(?:value|body|content|data)[= ]|[ \t]))${VALUE}`;
/** `--name value`, `--name=value`. */
const OPTION = raw`${NAME}(?<=(?:^|\s)--?[\w-]{1,80})(?<joint>[ =]{1,2})${VALUE}`;

const NAMES =
	/pass|pwd|kennwort|secret|token|key|credential|webhook|auth|signature|mnemonic|phrase|pat/i;
/** A name of what people make up, in any of its parts. */
const MADE_UP = /pass|pwd|kennwort|secret|mnemonic|phrase/i;

interface Found {
	readonly name: string;
	readonly rest: string;
	readonly joint: string;
	readonly quoted: string | undefined;
	readonly bare: string | undefined;
}

/** Cuts values that stand beside a word like `password` or `token`, where they look like one. */
export function cutNamedValues(text: string): string {
	if (!NAMES.test(text)) return text;
	return cutGiven(cutGiven(text, NAMED_VALUE, false), OPTION, true);
}

function cutGiven(text: string, pattern: string, isOption: boolean): string {
	return text.replace(new RegExp(pattern, 'gi'), (whole: string, ...more: unknown[]) => {
		const found = more.at(-1) as Found;
		const before = text.charAt((more.at(-3) as number) - 1);
		if (!isNamed(found, before) || !isSecret(found, isOption)) return whole;
		const value = found.quoted ?? found.bare ?? '';
		return `${whole.slice(0, whole.length - value.length)}[redacted:value]`;
	});
}

/** Whether the name means the secret itself: neither `passwordField` nor `bypass`. */
function isNamed({ name, rest }: Found, before: string): boolean {
	if (ABOUT.test(rest)) return false;
	if (name.toLowerCase() !== 'pass') return true;
	return /[_.-]/.test(before) || (name === 'Pass' && /[a-z]/.test(before));
}

function isSecret({ name, rest, joint, quoted, bare = '' }: Found, isOption: boolean): boolean {
	const value = quoted ?? bare;
	if (isRandom(value)) return true;
	if (!MADE_UP.test(name + rest)) return false;
	const isVariable = joint === '=' && name === name.toUpperCase();
	if (/\s/.test(value) && !isVariable && !/phrase|mnemonic/i.test(name)) return false;
	const isLoose = /^[^\w=:>]*\s$/.test(joint) && !isOption;
	if (isLoose) return isStrongPassword(value);
	return isPassword(value, isOption || isVariable || quoted !== undefined);
}
