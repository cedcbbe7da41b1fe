/** Where a name in camel case has another part: `keep|Cookie`, `HTML|Parser`. */
export const HUMP = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/;

/** Not what is a part of a path, an address or a name with hyphens. */
const WORD = /(?<![\w$/\\@-])[A-Za-z_]\w*(?![\w$/\\@-])/g;
/** What stands in the place of a secret. */
export const REDACTED = /\[redacted:[\w-]{1,60}\]/g;
const MAX_LENGTH = 80;
/** `iPhone`, `macOS` and `userID` are written like names of code; `getURL` is one. */
const CAMEL_CASE = /^[a-z][a-z0-9]+[A-Z](?:[A-Z0-9]*[a-z]|[A-Z0-9]{2})/;

/** The names of a text that have two parts at least, each once: `keepCookie`, `SESSION_TTL`, `RouteOptimizer`. */
export function identifiersIn(text: string): string[] {
	const words = text.replace(REDACTED, ' ').match(WORD) ?? [];
	return [...new Set(words)].filter(
		(word) => word.length <= MAX_LENGTH && partsOf(word).length > 1,
	);
}

/** Whether such a name can be nothing but code. `GitHub` and `PostgreSQL` are words, too. */
export function isOnlyCode(name: string): boolean {
	return CAMEL_CASE.test(name) || /[A-Za-z0-9]_+[A-Za-z0-9]/.test(name);
}

/** `keep` and `Cookie`; also of the name of a file without its end, `route-optimizer`. */
export function partsOf(name: string): string[] {
	return name
		.split(/[-_.]+/)
		.flatMap((part) => part.split(HUMP))
		.filter((part) => part !== '');
}
