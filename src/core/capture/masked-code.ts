/** How a language writes what is no code. */
export interface Quoting {
	/** Begins a comment that ends with its line: `//`, `#`. */
	readonly line: string;
	/** Whether a slash and a star begin a comment. */
	readonly block: boolean;
	/** Characters that quote a text. Only a backtick's goes over several lines. */
	readonly quotes: string;
	/** Whether three quotes in a row quote a text of several lines. */
	readonly triple: boolean;
}

/**
 * The same text with blanks in place of comments and quoted texts, line breaks kept: what looks like code
 * in there is none. One pass, linear time. A text that does not end ends with its line.
 */
export function maskedCode(text: string, quoting: Quoting): string {
	const pieces: string[] = [];
	let from = 0;
	for (let at = 0; at < text.length; ) {
		const end = endOfQuoted(text, at, quoting);
		if (end === at) {
			at += 1;
			continue;
		}
		pieces.push(text.slice(from, at), text.slice(at, end).replace(/[^\n]/g, ' '));
		from = end;
		at = end;
	}
	return pieces.join('') + text.slice(from);
}

/** Where what is no code and begins here ends; `at` where code begins here. */
function endOfQuoted(text: string, at: number, { line, block, quotes, triple }: Quoting): number {
	const sign = text.charAt(at);
	if (text.startsWith(line, at)) return endOf(text, '\n', at);
	if (block && sign === '/' && text.startsWith('/*', at)) return endOf(text, '*/', at + 2);
	if (!quotes.includes(sign)) return at;
	const threefold = sign.repeat(3);
	if (triple && text.startsWith(threefold, at)) return endOf(text, threefold, at + 3);
	return endOfText(text, at, sign);
}

function endOf(text: string, mark: string, from: number): number {
	const found = text.indexOf(mark, from);
	if (found < 0) return text.length;
	return mark === '\n' ? found : found + mark.length;
}

function endOfText(text: string, start: number, quote: string): number {
	for (let at = start + 1; at < text.length; at += 1) {
		const sign = text.charAt(at);
		if (sign === '\\') at += 1;
		else if (sign === quote) return at + 1;
		else if (sign === '\n' && quote !== '`') return at;
	}
	return text.length;
}
