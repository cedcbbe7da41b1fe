/** Words in the place of a value: no secret. */
const STAND_INS =
	/^(?:null|none|nil|true|false|undefined|string|number|boolean|unknown|any|text|str|bytes|required|optional|empty|hidden|missing|invalid|valid|password|passwd|secret|token|api[_-]?key|credentials|change[_-]?me|replace[_-]?me|todo|tbd|test|env|file|vault|input|user|default|value|field|amd64|arm64|x86_64)$/i;
/** A value that a program looks up: `$TOKEN`, `<token>`, `{token}`, `@file`, `config.token`. */
const REFERENCE =
	/^(?:(?:\$[A-Za-z_]\w{0,48}[-.:/]*)+|<[^>]*>?|\{[\w.:-]*\}?|%[\w(]+\)?s?%?|[@&*][\w./-]*|\[[\w. :-]*\]?|vault:[\w./#-]+|(?:process|import|os|env|secrets|config|settings|options|self|this|vars|var|ctx|req|request|res|response|body|args|props|params|data|state|input|event|local|module)[.[][\w$.?[\]()]*)$/i;
/** What begins like this goes on as a reference, or is one of ours. */
const REFERS =
	/^(?:\$[({]|\{\{|\(\(|%[({]|\[redacted:|!(?:ref|sub|vault|secret|env|get)\b|op:\/\/|sha\d{1,3}[:-]|--[a-z]|id=|process\.env\b|import\.meta\b|os\.environ\b)/i;
/** A value that only shows a format: `****`, `your-token`, `my-example`. */
const SAMPLE =
	/^(?:x{4,}|\*{3,}|\.{3,}|your[-_ ]|example$|insecure)|(?:x{6,}|\*{3,}|0{12,}|1{12,}|\.{3,}|\u2026|[-_ ]here|example(?:key)?)$|(?:^|[-_ ])(?:example|placeholder|redacted|dummy|fake|not[-_]a|change[-_]?me)(?:[-_ ]|$)/i;

/** Whether a token only shows its format. */
export function isSample(token: string): boolean {
	return SAMPLE.test(token);
}

/** Whether a value only holds the place of a secret. */
export function isPlaceholder(value: string): boolean {
	return [STAND_INS, REFERENCE, REFERS, SAMPLE].some((shape) => shape.test(value));
}

/** Neighbors that are rare in words: `a1`, `1a`, `ABc`, `AbC`, `aBC`. */
const ODD = /(?=[A-Za-z]\d|\d[A-Za-z]|[A-Z]{2}[a-z]|[A-Z][a-z][A-Z\d]|[a-z][A-Z][A-Z\d])/g;

/** Whether a machine drew it: a fifth of its neighbors or more are odd, as in no identifier. */
export function isDrawn(value: string): boolean {
	const odd = value.match(ODD)?.length ?? 0;
	return odd >= 4 && odd * 5 >= value.length;
}

/** What programming languages write: an access, a path, an address, the name of a file. */
const CODE = /^[\w$]+(?:\??\.[A-Za-z_$][\w$]*)+$|^(?:~|\.{0,2})\/|:\/\/|\.\w{1,4}$/;
/** No password, however mixed: a word, a number, a call, an address, a sentence. */
const NO_PASSWORD = /^(?:[A-Z][a-z]+|\d+|[A-Za-z_$][\w$.]*\(.*)$|:\/\/|\s\S+\s/;
const BRACKETS = /[()[\]{}<>]/;
/** Only words and numbers with joints, as names, versions and dates have. */
const WORDY = /^(?:(?:[A-Z][a-z]{1,20}|[a-z]{0,20}|[A-Z]{1,20}|v?\d{1,8}|[a-z]{2,12}\d{1,2})(?:[-_./:+,]|$))+$/;

/** Whether a machine drew the value of a name like `token`. */
export function isRandom(value: string): boolean {
	if (value.length < 10 || !/[A-Za-z]/.test(value)) return false;
	if (/\s/.test(value) || BRACKETS.test(value) || WORDY.test(value)) return false;
	if (isPlaceholder(value)) return false;
	// `config.token` is code, `dt0c01.PZI2…` is not.
	const parts = value.split('.');
	if (CODE.test(value) && !parts.some((part) => part.length >= 20 && isDrawn(part))) return false;
	return (value.length >= 16 && /\d/.test(value)) || isDrawn(value);
}

/**
 * Whether it can be a password that a person made up.
 *
 * @param isSet it is quoted, or given to a variable or an option: then letters alone can be one
 */
export function isPassword(value: string, isSet: boolean): boolean {
	const isMixed = /[A-Za-z]/.test(value) && /\d|[^\p{L}\w\s.-]/u.test(value);
	if (value.length < 5 || !(isMixed || (isSet && value.length >= 6))) return false;
	if (NO_PASSWORD.test(value)) return false;
	// Passwords too have brackets and points: in quotes, or among small and big letters and digits.
	const isCode = CODE.test(value) || (!isSet && BRACKETS.test(value));
	return !(isCode && kindsIn(value) < 3) && !isPlaceholder(value);
}

/** How many of small letters, big letters and digits are in it. */
function kindsIn(value: string): number {
	return [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(value)).length;
}

/** Whether it can be a password where no sign gives it to a name: three kinds of characters. */
export function isStrongPassword(value: string): boolean {
	const kinds = kindsIn(value) + Number(/[^\w\s=-]/.test(value));
	return value.length >= 8 && /\d/.test(value) && kinds >= 3 && isPassword(value, false);
}

/** What sentences are full of: a name with its version, a date, a file, a mail address. */
const KNOWN =
	/^(?:(?:[A-Za-z]+-)*[A-Za-z]+[-_ ]?v?\d[\d.]*(?:st|nd|rd|th|[a-z])?|v?\d+(?:[-.:/]\w+)+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|.*\.[a-z]{1,5}\d?)$/;
/** A sign that hardly any word of a sentence has, or a long word with a number behind it. */
const MARKED = /\w[!#$%^&*?@=~|]+\w|[!$%^&*~]$|^(?:[a-z]{6,}|(?=[a-z]*[A-Z])[A-Za-z]{5,})\d{2,6}$/;

/** Whether it looks like a password that a person types, where only the sentence around it says so. */
export function isTyped(text: string): boolean {
	const value = text.replace(/[.,:;?]+$/, '');
	if (value.length < 8 || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
	if (isPlaceholder(value)) return false;
	if (MARKED.test(value)) return !/^[\w.+-]+@[\w-]+\.[\w.-]+$/.test(value);
	return !KNOWN.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value);
}
