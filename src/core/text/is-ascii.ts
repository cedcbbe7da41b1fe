/** Whether a text is ASCII: then no pattern is needed that knows the letters of every language, which takes 0.5 ms to make. */
export function isAscii(text: string): boolean {
	return !/[^\0-\x7f]/.test(text);
}
