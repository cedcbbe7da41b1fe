/** Words that stand where a value would: nobody's secret. */
const STAND_INS =
	/^(?:null|none|nil|true|false|undefined|string|number|boolean|unknown|any|text|str|bytes|required|optional|empty|hidden|missing|invalid|valid|password|passwd|secret|token|api[_-]?key|changeme|change[_-]?me|todo|tbd|test|env|file|vault|input|user|default|value|field)$/i;

/** What says of itself that it stands for something else: `<token>`, `$TOKEN`, `{{ token }}`, `xxxx`, `your-token`. */
const STANDS_FOR =
	/^(?:[<$%{]|\[|@|&|\*+$|\.{2,}|!(?:ref|sub|vault|secret|env|get))|\$\{|\{\{|(?:x{6,}|\*{3,}|0{12,}|1{12,}|\.{3,}|\u2026)|example|your[-_ ]|[-_ ]here$|placeholder|redacted|dummy|changeme|1234567890|^(?:process|import|os|env|secrets|config|settings|options|self|this|vars|var|ctx|req|request|res|body|args|props|params|data|state|input|event|local|module)[.[]/i;

/** Whether a value only holds the place of a secret. */
export function isPlaceholder(value: string): boolean {
	return STAND_INS.test(value) || STANDS_FOR.test(value);
}

/** A word of a programming language's making: a call, an access, a path, an address. */
const CODE = /[()[\]{}<>]|^[\w$]+(?:\??\.[A-Za-z_$][\w$]*)+$|^(?:~|\.{0,2})\/|:\/\/|\.\w{1,4}$/;

/** Only words and numbers with joints between them, as names, versions and dates are. */
function isWordy(value: string): boolean {
	return value
		.split(/[-_./:+,]/)
		.every((piece) =>
			/^(?:[a-z]{0,20}|[A-Z]?[a-z]{0,20}|[A-Z]{0,20}|v?\d{0,8}|[a-z]{2,12}\d{1,2})$/.test(piece),
		);
}

/** How much one character tells on average, in bits. */
function entropy(value: string): number {
	const counts = new Map<string, number>();
	for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1);
	return [...counts.values()].reduce((sum, count) => {
		const share = count / value.length;
		return sum - share * Math.log2(share);
	}, 0);
}

/** Whether somebody drew it by lot: what a machine makes, beside a word like `token`. */
export function isRandom(value: string): boolean {
	if (value.length < 16 || isPlaceholder(value) || CODE.test(value) || isWordy(value)) return false;
	return /\d/.test(value) && /[A-Za-z]/.test(value) && entropy(value) > 2.8;
}

/**
 * Whether it can be a password that a person made up. `set`: it is quoted, or given to a variable or an
 * option, so that letters alone are one too.
 */
export function isPassword(value: string, set: boolean): boolean {
	if (value.length < 5 || isPlaceholder(value) || CODE.test(value)) return false;
	if (/^(?:[A-Z]?[a-z]+|[A-Z]+)$/.test(value))
		return set && value.length >= 6 && /^[a-z]/.test(value);
	return /[A-Za-z]/.test(value) ? /[\d\W_]/.test(value) || set : set && value.length >= 6;
}
