/** A text as one word of the shell, without quotation marks where it needs none. */
export function shellWord(text: string): string {
	return /^[\w./:@%+=-]+$/.test(text) ? text : quotedWord(text);
}

/** The same, always between quotation marks. */
export function quotedWord(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}
