/** What one kind of secret looks like. */
export interface Rule {
	/** What stands in its place: `[redacted:<kind>]`. */
	readonly kind: string;
	/** In lower case; a text that holds none of them is not searched. None: always searched. */
	readonly words: readonly string[];
	/**
	 * Source of a regular expression that finds it whole; its first group is what stays in front. No
	 * repetition inside a repetition, and what follows an unbounded one cannot fail: linear time.
	 */
	readonly pattern: string;
}

/** One rule. */
export function rule(kind: string, words: readonly string[], pattern: string): Rule {
	return { kind, words, pattern };
}

/** A token format: it begins behind no letter and no digit, or behind an escape (`\n`, `%3D`). */
export function token(kind: string, words: readonly string[], pattern: string): Rule {
	const begins = String.raw`(?<![A-Za-z0-9](?<!\\[nrt]|%[0-9A-Fa-f]{2}))`;
	return rule(kind, words, `${begins}(?:${pattern})`);
}
