import { isTyped } from './typed-password.ts';
import { isPassword, isPasswordOfWords, isRandom, isStrongPassword } from './value.ts';

const { raw } = String;

/** Names of what people make up. `pass` alone only as the last part of a name, see `isNamed`. */
const PASSWORD = raw`pass(?:word|wort|wd|phrase|code)|kennwort|pwd|mnemonic|seed[_ ]?phrase|mot de passe|sshpass(?==)|psk(?<![a-z]psk)(?![a-z])|pw(?<![a-z]pw)(?![a-z])|pass(?![a-z])|secret(?! (?:access )?key)`;
/** Names of what machines make: tokens, and keys that are not of tables, caches or the public. */
const TOKEN = raw`token|credentials?|webhook|signature|pat(?![\w-])|salt(?<![a-z]salt)(?![a-z])|seed(?<![a-z]seed)(?![a-z])|auth(?![\w-])|(?:api|(?:secret )?access|secret|private|signing|encryption|master|session|deploy|service) key|key(?<=\w[-.]?key)(?<!(?:public|pub|cache|primary|foreign|sort|partition|idempotency|group|row|hash|index|unique|map|object|route|query|event|item)[-_.]?key)`;
/** The rest of the name is taken whole or not at all: nothing is tried twice. */
const NAME = `(?<name>${PASSWORD}|${TOKEN})(?=(?<rest>[\\w-]{0,24}))\\k<rest>`;

/** A name that goes on like this names something about the secret. */
const ABOUT =
	/count|limit|length|size|type|name|field|ur[il]|path|file|expir|ttl|hint|policy|rule|regex|pattern|prefix|suffix|ize|budget|usage|endpoint|schema|label|class|version|algorithm|index|ring|less|manager|ref|arn|store|provider|(?:^|[_-])id$|Id$/i;

/** A line break may follow the sign, where the next line is no name with a value of its own. */
const NEXT_LINE = raw`[ \t]{0,3}(?:[|>][-+]?[ \t]{0,3})?\r?\n[ \t]{0,24}(?!-\s|\\?["']?[\w.-]{1,60}\\?["']?[ \t]{0,3}[:=])`;
/** A tag of YAML, or where a program looks first: `process.env.PW || 'x'`. */
const INSTEAD = raw`!!\w{2,8}[ \t]{1,3}|[\w$.[\]()'"]{1,60}[ \t]{1,3}(?:\|\||\?\?|or)[ \t]{1,3}(?=["'\x60])`;
const GIVEN = raw`(?:[ \t]\[[^\]\n]{0,24}\])?[ \t]{0,3}(?:=>|:=|={1,3}|:|>)(?:${NEXT_LINE}|[ \t]{0,3})`;
const IS = raw`[ \t]+(?:is|was|ist|lautet|used to be|(?:(?:re)?set |changed )?to):?(?:[ \t]+|[ \t]{0,3}\r?\n[ \t]{0,24})`;
/** What it is for, before what it is: `password for the box: x`. */
const OF = raw`[ \t]+(?:for|of|on|in|to|at)(?:[ \t]+[\w'.-]{1,24}){1,4}?`;
/** The next argument of a call, or the next entry: `define('AUTH_KEY', 'x')`. */
const NEXT = raw`(?<=["'\x60]),[ \t]{0,3}(?=[bru]{0,2}["'\x60])`;
/** As shells, YAML and Terraform put a value beside a name that is itself a value. */
const BESIDE = raw`[ \t]{1,3}(?:--)?(?:value|body|content|data)[= ]|,?\s{1,24}["']?value["']?:[ \t]{0,3}|[ \t]{0,3}\{[^{}]{0,80}?\bdefault[ \t]{0,3}=[ \t]{0,3}`;

const PLAIN = raw`[^\s"'\x60,;&|<>\\)]`;
/** Signs that end a value unless it is a variable's and goes on behind them. */
const JOINED = raw`(?:[;&)](?![\w .-]{1,30}=)${PLAIN}+)*`;
const QUOTE = raw`[bfru]{0,2}(?<quote>\\{0,3}["'\x60])`;
const QUOTED = raw`(?<quoted>(?:(?!\k<quote>)(?:\\.|[^\r\n\\])){4,400})(?=\k<quote>)`;
const VALUE = raw`(?:${QUOTE}${QUOTED}|(?:[bfru]{0,2}\\{0,3}["'\x60])?(?<bare>(?=[^\s"'\x60,|<>\\]{4})${PLAIN}{1,400})(?<more>${JOINED}))`;

/** `name = value`, `"name": "value"`, `NAME=value`, `<name>value`, `name is value`, `name" value="value`, `name value`. */
const NAMED_VALUE = raw`${NAME}(?<joint>\\{0,3}["'\x60]?\]?(?:${GIVEN}|${IS}|${NEXT}|${BESIDE}|[ \t]))${VALUE}`;
/** `name for the box: value`, `name: process.env.NAME || 'value'`. */
const FAR_VALUE = raw`${NAME}(?<joint>["'\x60]?(?:${OF}(?:${GIVEN}|${IS})|${GIVEN}(?:${INSTEAD})))${VALUE}`;
/** `--name value`, `--name=value`. */
const OPTION = raw`${NAME}(?<=(?:^|\s)--?[\w-]{1,80})(?<joint>[ =]{1,2})${VALUE}`;

const NAMES =
	/pass|pwd?|psk|kennwort|secret|token|key|credential|webhook|auth|signature|mnemonic|phrase|pat|salt|seed/i;
/** Patterns take half a millisecond to make: those that few texts need are made for these. */
const MAY_BE_FAR =
	/!!\w|\|\||\?\?|(?:pass\w*|pw|pwd|secret|token|key|salt|seed)[ \t](?:for|of|on|in|to|at|or)[ \t]/i;
const MAY_BE_OPTION = new RegExp(raw`(?:^|\s)--?[\w-]{0,60}?(?:${NAMES.source})`, 'i');
/** A name of what people make up, in any of its parts. */
const MADE_UP = /pass|pwd?|psk|kennwort|secret|mnemonic|phrase/i;

interface Turn {
	readonly isOption: boolean;
	readonly depth: number;
}

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
	const far = MAY_BE_FAR.test(text)
		? cutGiven(text, FAR_VALUE, { isOption: false, depth: 0 })
		: text;
	const near = cutGiven(far, NAMED_VALUE, { isOption: false, depth: 2 });
	if (!MAY_BE_OPTION.test(near)) return near;
	return cutGiven(near, OPTION, { isOption: true, depth: 0 });
}

/** @param depth how often to look again into what was taken for a value and is none: `auth://x?secret=…` */
function cutGiven(text: string, pattern: string, { isOption, depth }: Turn): string {
	return text.replace(new RegExp(pattern, 'gi'), (whole: string, ...groups: unknown[]) => {
		const found = groups.at(-1) as Found;
		const before = text.charAt((groups.at(-3) as number) - 1);
		const { quoted, bare = '', more = '' } = found;
		const value = quoted ?? bare + more;
		const front = whole.slice(0, whole.length - value.length);
		if (!ABOUT.test(found.rest) && isSecret(found, before, isOption)) {
			return `${front}[redacted:value]${isVariable(found) ? '' : more}`;
		}
		if (depth === 0 || !/[?&;]/.test(value) || !NAMES.test(value)) return whole;
		return front + cutGiven(value, pattern, { isOption, depth: depth - 1 });
	});
}

/** Given to a variable, as shells write it. */
function isVariable({ name, joint }: Found): boolean {
	return joint === '=' && name === name.toUpperCase();
}

function isSecret(found: Found, before: string, isOption: boolean): boolean {
	const { name, rest, quoted, bare = '', more = '' } = found;
	const value = quoted ?? (isVariable(found) ? bare + more : bare);
	if (name.toLowerCase() === 'pat' && !isPartOfName(name, before)) return false;
	if (name.toLowerCase() === 'pass' && !isPassNamed(found, before, isOption)) return false;
	return isRandom(value) || (MADE_UP.test(name + rest) && isMadeUp(found, value, isOption));
}

/** Whether the value can be what somebody made up, by what joins it to its name. */
function isMadeUp(found: Found, value: string, isOption: boolean): boolean {
	const { name, joint, quoted } = found;
	if (/\s/.test(value) && !isVariable(found) && !/phrase|mnemonic/i.test(name)) {
		return quoted !== undefined && /[:=]/.test(joint) && isPasswordOfWords(value);
	}
	if (/[ \t]to:?\s/.test(joint)) return isTyped(value);
	const isLoose = /^[^\w=:>]*\s$/.test(joint) && !isOption;
	if (isLoose) return isStrongPassword(value);
	return isPassword(value, isOption || isVariable(found) || quoted !== undefined);
}

/** `pass` alone is also a verb: the last part of a name, or given something quoted that is no word. */
function isPassNamed(found: Found, before: string, isOption: boolean): boolean {
	const { name, rest, joint, quoted, bare = '' } = found;
	if (isPartOfName(name, before)) return true;
	if (isOption) return rest === '' && before !== 'y' && before !== 'm';
	if (/\w/.test(before) || !/[:=]/.test(joint)) return false;
	return quoted === undefined ? isTyped(bare) : /^(?=\S*[A-Za-z])\S*\d\S*$/.test(quoted);
}

/** The last part of a longer one: `db_pass`, `dbPass`. */
function isPartOfName(name: string, before: string): boolean {
	return /[_.-]/.test(before) || (/^[A-Z][a-z]/.test(name) && /[a-z]/.test(before));
}
