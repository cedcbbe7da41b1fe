/**
 * A source with its quotes and backslashes taken away, as often as they are nested, and its broken
 * lines joined.
 */
export function withoutQuotes(source: string): string {
	return source.replaceAll(/\\\r?\n/g, '').replaceAll(/\$(?=["'])|["'\\]/g, '');
}

/**
 * The words of a source that does not parse, quotes and operators taken away, in one linear pass:
 * `sh -c "git commit` is `sh`, `-c`, `git`, `commit`. More words than a shell would see, never
 * fewer (D33: it must not slip through).
 */
export function looseWords(source: string): readonly string[] {
	return withoutQuotes(source)
		.split(/[\s;&|()<>{}`]+/)
		.filter((word) => word !== '');
}

/** A program's text with the literals joined that it puts together: `'.cl' + 'aude'` is one. */
export function withJoinedLiterals(text: string): string {
	return text.replaceAll(/(["'])\s*(?:\+|\.\.?|\|\|)\s*\1/g, '');
}
