/** Words that stand where a value would: nobody's secret. */
const STAND_INS =
	/^(?:null|none|nil|true|false|undefined|string|number|boolean|unknown|any|text|str|bytes|required|optional|empty|hidden|missing|invalid|valid|password|passwd|secret|token|api[_-]?key|credentials|change[_-]?me|replace[_-]?me|todo|tbd|test|env|file|vault|input|user|default|value|field|amd64|arm64|x86_64)$/i;

/** What is looked up elsewhere: `$TOKEN`, `<token>`, `{token}`, `@file`, `config.token`. The whole of it, so no `$ummer24!`. */
const REFERENCE =
	/^(?:(?:\$[A-Za-z_]\w{0,48}[-.:/]*)+|<[^>]*>?|\{[\w.:-]*\}?|%[\w(]+\)?s?%?|[@&*][\w./-]*|\[[\w. :-]*\]?|vault:[\w./#-]+|(?:process|import|os|env|secrets|config|settings|options|self|this|vars|var|ctx|req|request|res|response|body|args|props|params|data|state|input|event|local|module)[.[][\w$.?[\]()]*)$/i;

/** What begins like this goes on as a reference, or is one of ours already. */
const REFERS =
	/^(?:\$[({]|\{\{|\(\(|%[({]|\[redacted:|!(?:ref|sub|vault|secret|env|get)\b|op:\/\/|sha\d{1,3}[:-]|--[a-z]|id=|process\.env\b|import\.meta\b|os\.environ\b)/i;

/** A token that only shows the format: `xxxx`, `EXAMPLE`. */
const SHOWN =
	/(?:x{6,}|\*{3,}|0{12,}|1{12,}|\.{3,}|\u2026)|example|your[-_ ]|[-_ ]here$|placeholder|redacted|dummy/i;

/** What says of itself that it stands for something else: `****`, `your-token`, `my-example`. */
const MADE_UP =
	/^(?:x{4,}|\*{3,}|\.{3,}|your[-_ ]|example$|insecure)|(?:x{6,}|\*{3,}|0{12,}|1{12,}|\.{3,}|\u2026|[-_ ]here|example(?:key)?)$|(?:^|[-_ ])(?:example|placeholder|redacted|dummy|fake|not[-_]a|change[-_]?me)(?:[-_ ]|$)/i;

/** Whether the text of a token format only shows the format. */
export function isMadeUp(token: string): boolean {
	return SHOWN.test(token);
}

/** Whether a value only holds the place of a secret. */
export function isPlaceholder(value: string): boolean {
	return [STAND_INS, REFERENCE, REFERS, MADE_UP].some((shape) => shape.test(value));
}

/** Of a programming language's making: an access, a path, an address, a name of a file. */
const CODE = /^[\w$]+(?:\??\.[A-Za-z_$][\w$]*)+$|^(?:~|\.{0,2})\/|:\/\/|\.\w{1,4}$/;
const BRACKETS = /[()[\]{}<>]/;
/** What no password is, however mixed: a call, an address, a path of more than one part. */
const SURELY_CODE = /^(?:[a-z_$][\w$.]*|[A-Z]\w*(?:\.\w+)+)\(|:\/\/|^(?:~|\.{0,2})\/.*\//;

/** An identifier of several words: `Session2Token`. */
const HUMPS = /^[A-Za-z][a-z]{2,}\d{0,2}(?:[A-Z][a-z]{2,}\d{0,2})+$/;

/**
 * Only words and numbers with joints between them, as names, versions and dates are. No word is of two of the kinds:
 * a text of many would be read in as many ways as there are kinds for each.
 */
const WORDY =
	/^(?:(?:[A-Z][a-z]{1,20}|[a-z]{0,20}|[A-Z]{1,20}|v?\d{1,8}|[a-z]{2,12}\d{1,2})(?:[-_./:+,]|$))+$/;
/** A variable of the environment: `API_KEY_V2`. */
const VARIABLE = /^[A-Z][A-Z\d]*(?:_[A-Z\d]{1,16})+$/;

/** What a cluster or a log names: `api-token-7d9f8`, `version=14`. */
const GENERATED = /^(?:[a-z]+(?:-[a-z\d]+)+|[a-z_]+=.*)$/;

/** How much one character tells on average, in bits. */
function entropy(value: string): number {
	const counts = new Map<string, number>();
	for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1);
	return [...counts.values()].reduce((sum, count) => {
		const share = count / value.length;
		return sum - share * Math.log2(share);
	}, 0);
}

/** Letters that no word has beside each other so often: `XkQ`, `aBcD`. */
const CHOPPY = /[A-Z]{2}[a-z]|[A-Z][a-z](?=[A-Z])/g;
/** Digits among letters, more than once: `a1b2`. */
const MINGLED = /(?:[A-Za-z]+\d+){2}[A-Za-z]|(?:\d+[A-Za-z]+){2}\d/;

/**
 * Whether it was drawn by lot, as machines make what stands beside a word like `token`.
 *
 * @param isGiven it is given to the name: then ten characters are enough, or letters alone
 */
export function isRandom(value: string, isGiven = false): boolean {
	if (value.length < (isGiven ? 10 : 16) || /\s/.test(value)) return false;
	if (isPlaceholder(value)) return false;
	if (!/[A-Za-z]/.test(value)) return isGiven && /^\d{24,}$/.test(value) && entropy(value) > 2.8;
	if ([BRACKETS, WORDY, HUMPS, VARIABLE].some((shape) => shape.test(value))) return false;
	// `config.token` is code, `dt0c01.PZI2…` is not.
	if (CODE.test(value) && !value.split('.').some(isMingled)) return false;
	if (!/\d/.test(value)) return isGiven && (isChoppy(value) || isDrawn(value));
	const isLong = value.length >= 16 || MINGLED.test(value) || isDrawn(value);
	return isLong && entropy(value) > 2.8;
}

function isMingled(part: string): boolean {
	return part.length >= 20 && (MINGLED.test(part) || isDrawn(part));
}

/** Neighbours that words have rarely: `a1`, `1a`, `ABc`, `AbC`, `aBC`. */
const ODD = /(?=[A-Za-z]\d|\d[A-Za-z]|[A-Z]{2}[a-z]|[A-Z][a-z][A-Z\d]|[a-z][A-Z][A-Z\d])/g;

/** Whether a fifth of its neighbours or more are odd: drawn by lot, and no identifier of any language. */
export function isDrawn(value: string): boolean {
	const odd = value.match(ODD)?.length ?? 0;
	return odd >= 4 && odd * 5 >= value.length;
}

/** How much of it words make up, the longer the more: names of code have a third and more. */
export function isWordy(value: string): boolean {
	const words = value.match(/[A-Z]?[a-z]{2,}/g)?.map((word) => Math.max(0, word.length - 2)) ?? [];
	return words.reduce((sum, length) => sum + length, 0) > value.length * 0.35;
}

function isChoppy(value: string): boolean {
	return value.length >= 20 && /^\w+$/.test(value) && (value.match(CHOPPY)?.length ?? 0) >= 4;
}

/**
 * Whether it can be a password that a person made up.
 *
 * @param isSet it is quoted, or given to a variable or an option: then letters alone can be one
 */
export function isPassword(value: string, isSet: boolean): boolean {
	const isMixed = /[A-Za-z]/.test(value) && /\d|[^\w\s.-]/.test(value);
	const isLetters = (isSet && value.length >= 6) || (value.length >= 10 && isDrawn(value));
	if (value.length < 5 || !(isMixed || isLetters)) return false;
	if (/^(?:[A-Z][a-z]+|\d+|0x[\da-fA-F]+)$/.test(value)) return false;
	return !isCode(value, isSet) && !isPlaceholder(value);
}

/** Brackets and points stand in passwords too: in quotes, or where small and big letters and digits are mixed. */
function isCode(value: string, isSet: boolean): boolean {
	if (SURELY_CODE.test(value)) return true;
	const isMixed = [/[a-z]/, /[A-Z]/, /\d/].every((kind) => kind.test(value)) && !WORDY.test(value);
	return !isMixed && (CODE.test(value) || (!isSet && BRACKETS.test(value)));
}

/** Whether it is one even where it only stands behind the word: mixed as no word of a language is. */
export function isStrongPassword(value: string): boolean {
	const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^\w\s]/].filter((kind) => kind.test(value));
	if (value.length < 8 || !/\d/.test(value) || kinds.length < 3) return false;
	return !GENERATED.test(value) && isPassword(value, false);
}

/** Four groups of four letters, as some services give out passwords for one program. */
const GROUPS = /^(?:[A-Za-z]{4} ){3}[A-Za-z]{4}$/;

/** Up to four words, one of which has letters and digits, as nobody puts them into a sentence. */
export function isPasswordOfWords(value: string): boolean {
	const words = value.split(/\s+/);
	return (
		words.length <= 4 &&
		(GROUPS.test(value) || words.some((word) => /[A-Za-z]/.test(word) && /\d/.test(word))) &&
		!isPlaceholder(value)
	);
}

/** A name with its version, a date, a file, an address of mail: what sentences are full of. */
const KNOWN =
	/^(?:[A-Za-z]+[-_ ]?v?\d[\d.]*(?:st|nd|rd|th|[a-z])?|v?\d+(?:[-.:/]\w+)+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|.*\.[a-z]{1,5}\d?)$/;
/** Signs that hardly stand within words of a sentence. */
const SIGN = /\w[!#$%^&*?@=~|]+\w|[!$%^&*~]$/;
/** Letters with a digit between them: `gr33n`. */
const LEET = /[A-Za-z]\d{1,2}[a-z]/;
const JOINED = /^\w+[-_.+]\w+[-_.+]\w+/;
const NUMBERED = /^(?:[a-z]{6,}|(?=[a-z]*[A-Z])[A-Za-z]{5,})\d{2,6}$/;

/** Whether a word of the text can be a password that somebody types: if not, nobody need ask what announces it. */
export function mayHoldTyped(text: string): boolean {
	return text.split(/[\s"'`<>|,;()/]+/).some(isMarked);
}

/** What every such password has, and few words have. Asked of every word: each pattern goes over it once. */
function isMarked(word: string): boolean {
	if (word.length < 8 || !/\d/.test(word)) return false;
	const isMixed = /[a-z]/.test(word) && /[A-Z]/.test(word);
	return isMixed || /[!#$%^&*?@=~|]|^[a-z]{6,}\d{2,6}(?:\W|$)/.test(word);
}

/** Whether it looks like a password that somebody types, where only the sentence around it speaks for that. */
export function isTyped(text: string): boolean {
	const value = text.replace(/[.,:;?]+$/, '');
	if (value.length < 8 || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
	if (SURELY_CODE.test(value) || isPlaceholder(value)) return false;
	if (NUMBERED.test(value) || SIGN.test(text)) return !/^[\w.+-]+@[\w-]+\.[\w.-]+$/.test(value);
	if (KNOWN.test(value) || !/[a-z]/.test(value) || !/[A-Z]/.test(value)) return false;
	return LEET.test(value) || JOINED.test(value) || (value.length >= 20 && isRandom(value));
}

/** The same where it stands in quotes among the arguments of a call that takes a password. */
export function isTypedInCode(value: string): boolean {
	return isStrongPassword(value) && !KNOWN.test(value);
}

const RUN = /(?<![\w+/-])[\w+/-]{12,}={0,2}/g;
const HEX = /^(?:[\da-f]{2}){10,}$/i;
/** What turns it back, on either side. */
const DECODES = /base64|b64|atob|xxd|unhex|fromhex/i;
const BESIDE = 60;
const NAMED = /(?:pass\w{0,6}|pwd|secret|token|key)[=:][^\s=:]{6,}$/i;
const USER_AND_PASSWORD = /^[\w.@+-]{1,64}:(?=\S+$)/;

/** Cuts runs of base64 and hexadecimal digits that say a secret, by what `holds` says of their text. */
export function cutEncoded(text: string, holds: (plain: string) => boolean): string {
	const runs = [...text.matchAll(RUN)].flatMap(({ 0: run, index }) => {
		const plain = (HEX.test(run) ? ofHex(run) : undefined) ?? ofBase64(run);
		return plain === undefined ? [] : [{ run, index, plain }];
	});
	if (runs.length === 0) return text;
	// Most texts are innocent: their runs are asked about at once.
	const isAny = holds(runs.map(({ plain }) => plain).join('\n'));
	let kept = '';
	let at = 0;
	for (const { run, index, plain } of runs) {
		const end = index + run.length;
		const around = text.slice(Math.max(0, index - BESIDE), end + BESIDE);
		if (!(isAny && holds(plain)) && !isPasswordAlone(plain, around)) continue;
		kept += `${text.slice(at, index)}[redacted:encoded]`;
		at = end;
	}
	return kept + text.slice(at);
}

function isPasswordAlone(plain: string, around: string): boolean {
	if (/\s/.test(plain)) return false;
	if (USER_AND_PASSWORD.test(plain)) return isTyped(plain.replace(USER_AND_PASSWORD, ''));
	if (!DECODES.test(around)) return false;
	return NAMED.test(plain) || (/\d/.test(plain) && isPassword(plain, false));
}

/** Every runtime has it; core knows the types of none. */
declare function atob(base64: string): string;

function ofHex(run: string): string | undefined {
	return asPlain(run.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16))));
}

function ofBase64(run: string): string | undefined {
	const known = run.replace(/[-_]/g, (sign) => (sign === '-' ? '+' : '/')).replace(/=+$/, '');
	// One character alone is less than a byte.
	return asPlain(atob(known.length % 4 === 1 ? known.slice(0, -1) : known));
}

/** Whether it is text in base64: no token, whatever it says. */
export function isText(run: string): boolean {
	return /^[\w+/-]+={0,2}$/.test(run) && ofBase64(run) !== undefined;
}

/** Undefined where it says anything but plain ASCII. */
function asPlain(text: string): string | undefined {
	return /^[\t\n\r -~]+$/.test(text) ? text : undefined;
}

/** Most texts are plain: they need not be searched for what nobody sees. */
const MAYBE_UNSEEN = /[^\0-\x7f]|\x1b/;

/** Characters as addresses, markup and JSON write them: `%3D`, `&quot;`, `\u0022`. */
const ESCAPED = /%(?:3[AaDd]|2[256])|&(?:quot|apos|#\d{2,3});|\\u00[2-7]/;
const ALL_ESCAPED = /%([2-7][\dA-Fa-f])|&(quot|apos|lt|gt);|&#(\d{2,3});|\\u00([2-7][\dA-Fa-f])/g;
const ENTITIES: Readonly<Record<string, string>> = { quot: '"', apos: "'", lt: '<', gt: '>' };

/**
 * The text as it looks: without invisible characters and the colours of a terminal, which can stand in the middle of a
 * secret. The pattern stands here because making it takes 0.4 ms.
 */
export function asSeen(text: string): string {
	if (!MAYBE_UNSEEN.test(text)) return text;
	return text.replace(/\u001b\[[\d;]*m|\p{Default_Ignorable_Code_Point}/gu, '');
}

/** The text with its escapes as the characters they stand for, once; the same text if it has none. */
export function unescaped(text: string): string {
	if (!ESCAPED.test(text)) return text;
	return text.replace(ALL_ESCAPED, (whole: string, ...found: (string | undefined)[]) => {
		const [percent, entity, decimal, hex] = found;
		if (entity !== undefined) return ENTITIES[entity] ?? whole;
		const code =
			decimal === undefined ? Number.parseInt(percent ?? hex ?? '', 16) : Number(decimal);
		return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : whole;
	});
}
