import { isPassword, isPasswordOfWords, isRandom, isStrongPassword } from './value.ts';

const { raw } = String;

/** Names of what people make up. `pass` alone only as the last part of a name, see `isNamed`. */
const PASSWORD = raw`pass(?:word|wort|wd|phrase|code)|kennwort|pwd|mnemonic|seed[_ ]?phrase|mot de passe|sshpass(?==)|pass(?![a-z])|secret(?! (?:access )?key)`;
/** Names of what machines make: tokens, and keys that are not of tables, caches or the public. */
const TOKEN = raw`token|credentials?|webhook|signature|(?<=[_-])pat(?![\w-])|auth(?![\w-])|api key|(?:(?:secret )?access|secret|private) key|key(?<=\w[-.]?key)(?<!(?:public|pub|cache|primary|foreign|sort|partition|idempotency|group|row|hash|index|unique|map|object|route|query|event|item)[-_.]?key)`;
/** The rest of the name is taken whole or not at all: nothing is tried twice. */
const NAME = `(?<name>${PASSWORD}|${TOKEN})(?=(?<rest>[\\w-]{0,24}))\\k<rest>`;

/** A name that goes on like this names something about the secret. */
const ABOUT =
	/count|limit|length|size|type|name|field|ur[il]|path|file|expir|ttl|hint|policy|rule|regex|pattern|prefix|suffix|ize|budget|usage|endpoint|schema|label|class|version|algorithm|index|ring|less|manager|ref|arn|store|provider|(?:^|[_-])id$|Id$/i;

/** A line break may follow the sign, where the next line is no name with a value of its own. */
const NEXT_LINE = raw`[ \t]{0,3}(?:[|>][-+]?[ \t]{0,3})?\r?\n[ \t]{0,24}(?!-\s|\\?["']?[\w.-]{1,60}\\?["']?[ \t]{0,3}[:=])`;
const GIVEN = raw`(?:[ \t]\[[^\]\n]{0,24}\])?[ \t]{0,3}(?:=>|:=|={1,3}|:|>)(?:${NEXT_LINE}|[ \t]{0,3})`;
const IS = raw`[ \t]+(?:is|ist|lautet):?(?:[ \t]+|[ \t]{0,3}\r?\n[ \t]{0,24})`;
/** As shells, YAML and Terraform put a value beside a name that is itself a value. */
const BESIDE = raw`[ \t]{1,3}(?:--)?(?:value|body|content|data)[= ]|,?\s{1,24}["']?value["']?:[ \t]{0,3}|[ \t]{0,3}\{[^{}]{0,80}?\bdefault[ \t]{0,3}=[ \t]{0,3}`;

const PLAIN = raw`[^\s"'\x60,;&|<>\\)]`;
/** Signs that end a value unless it is a variable's and goes on behind them. */
const JOINED = raw`(?:[;&)](?![\w .-]{1,30}=)${PLAIN}+)*`;
const QUOTE = raw`[bfru]{0,2}(?<quote>\\{0,3}["'\x60])`;
const QUOTED = raw`(?<quoted>(?:(?!\k<quote>)(?:\\.|[^\r\n\\])){4,400})(?=\k<quote>)`;
const VALUE = raw`(?:${QUOTE}${QUOTED}|(?:[bfru]{0,2}\\{0,3}["'\x60])?(?<bare>(?=[^\s"'\x60,|<>\\]{4})${PLAIN}{1,400})(?<more>${JOINED}))`;

/** `name = value`, `"name": "value"`, `NAME=value`, `<name>value`, `name is value`, `name" value="value`, `name value`. */
const NAMED_VALUE = raw`${NAME}(?<joint>\\{0,3}["'\x60]?\]?(?:${GIVEN}|${IS}|${BESIDE}|[ \t]))${VALUE}`;
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
	readonly more: string | undefined;
}

/** Cuts values that stand beside a word like `password` or `token`, where they look like one. */
export function cutNamedValues(text: string): string {
	if (!NAMES.test(text)) return text;
	return cutGiven(cutGiven(text, NAMED_VALUE, false), OPTION, true);
}

function cutGiven(text: string, pattern: string, isOption: boolean): string {
	return text.replace(new RegExp(pattern, 'gi'), (whole: string, ...groups: unknown[]) => {
		const found = groups.at(-1) as Found;
		const before = text.charAt((groups.at(-3) as number) - 1);
		if (ABOUT.test(found.rest) || !isSecret(found, before, isOption)) return whole;
		const { quoted, bare = '', more = '' } = found;
		const behind = isVariable(found) ? '' : more;
		const length = quoted?.length ?? bare.length + more.length;
		return `${whole.slice(0, whole.length - length)}[redacted:value]${behind}`;
	});
}

/** Given to a variable, as shells write it. */
function isVariable({ name, joint }: Found): boolean {
	return joint === '=' && name === name.toUpperCase();
}

function isSecret(found: Found, before: string, isOption: boolean): boolean {
	const { name, rest, quoted, bare = '', more = '' } = found;
	const value = quoted ?? (isVariable(found) ? bare + more : bare);
	if (name.toLowerCase() === 'pass' && !isPassNamed(found, before)) return false;
	return isRandom(value) || (MADE_UP.test(name + rest) && isMadeUp(found, value, isOption));
}

/** Whether the value can be what somebody made up, by what joins it to its name. */
function isMadeUp(found: Found, value: string, isOption: boolean): boolean {
	const { name, joint, quoted } = found;
	if (/\s/.test(value) && !isVariable(found) && !/phrase|mnemonic/i.test(name)) {
		return quoted !== undefined && /[:=]/.test(joint) && isPasswordOfWords(value);
	}
	const isLoose = /^[^\w=:>]*\s$/.test(joint) && !isOption;
	if (isLoose) return isStrongPassword(value);
	return isPassword(value, isOption || isVariable(found) || quoted !== undefined);
}

/** `pass` alone is also a verb: the last part of a name, or given something quoted that is no word. */
function isPassNamed({ name, joint, quoted = '' }: Found, before: string): boolean {
	if (/[_.-]/.test(before) || (name === 'Pass' && /[a-z]/.test(before))) return true;
	return !/\w/.test(before) && /[:=]/.test(joint) && /^(?=\S*[A-Za-z])\S*\d\S*$/.test(quoted);
}
