/**
 * The words of a source that does not parse, quotes and operators taken away, in one linear pass: `sh -c "git commit` is
 * `sh`, `-c`, `git`, `commit`. More words than a shell would see, never fewer (D33: it must not slip through).
 */
export function looseWords(source: string): readonly string[] {
	return source
		.replaceAll(/\\\r?\n/g, '')
		.replaceAll(/\$(?=["'])|["'\\]/g, '')
		.split(/[\s;&|()<>{}`]+/)
		.filter((word) => word !== '');
}
