/** What stands at the beginning of a statement. */
export interface Declaration {
	/** Name of a function it defines; `''` for none. */
	readonly defines: string;
	/** Whose methods stand between the next braces; `''`: nobody's. */
	readonly opens: string;
}

/** Reads the statement that begins at `at`; `owner`: whose braces it stands directly in, or `''`. */
export type DeclarationAt = (code: string, at: number, owner: string) => Declaration | undefined;

/**
 * Each is looked at with patterns that go a bounded way: what begins more of them than a person writes in one file
 * is left out.
 */
const MAX_STATEMENTS = 20_000;

/**
 * Names of the functions that code with braces defines, in its order, methods with their owner: `Class.method`.
 * None where there is more of it than anybody reads.
 *
 * @param code without comments and quoted texts
 */
export function bracedFunctions(code: string, declarationAt: DeclarationAt): string[] {
	const names: string[] = [];
	const braces: Braces = { owners: [], opens: '' };
	let isFresh = true;
	let statements = 0;
	for (let at = 0; at < code.length; at += 1) {
		const sign = code.charAt(at);
		const isBlank = BLANK_SIGNS.includes(sign);
		if (isFresh && !isBlank) {
			statements += 1;
			if (statements > MAX_STATEMENTS) return [];
			names.push(...namesAt({ code, at, braces }, declarationAt));
		}
		isFresh = STARTS.includes(sign) || (isFresh && isBlank);
		follow(braces, sign);
	}
	return names;
}

function namesAt(
	{ code, at, braces }: { readonly code: string; readonly at: number; readonly braces: Braces },
	declarationAt: DeclarationAt,
): string[] {
	const owner = braces.owners.at(-1) ?? '';
	const found = declarationAt(code, at, owner);
	if (found === undefined) return [];
	braces.opens = found.opens;
	return found.defines === '' ? [] : [ownedName(owner, found.defines)];
}

/** Whose braces are open, and whose the next ones are. */
interface Braces {
	readonly owners: string[];
	opens: string;
}

function follow(braces: Braces, sign: string): void {
	if (sign === '}') braces.owners.pop();
	if (sign === '{') braces.owners.push(braces.opens);
	if (sign === '{' || sign === ';') braces.opens = '';
}

/** After these a statement begins. */
const STARTS = '{};\n';
const BLANK_SIGNS = ' \t\n\r';

/** `Class.method`, where the class is known. */
export function ownedName(owner: string, name: string): string {
	return owner === '' || name.includes('.') ? name : `${owner}.${name}`;
}

/** Nobody writes a longer list of parameters. */
const MAX_LIST = 600;

/** Where a list in parentheses ends that begins at `at`, which is `(`; -1 where it does not. */
export function afterParentheses(code: string, at: number): number {
	let depth = 0;
	const limit = Math.min(code.length, at + MAX_LIST);
	for (let here = at; here < limit; here += 1) {
		const sign = code.charAt(here);
		if (sign === '(') depth += 1;
		else if (sign === ')') depth -= 1;
		if (depth === 0) return here + 1;
	}
	return -1;
}

/** The match of a sticky pattern at a place. */
export function matchAt(pattern: RegExp, code: string, at: number): RegExpExecArray | null {
	pattern.lastIndex = at;
	return pattern.exec(code);
}

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
