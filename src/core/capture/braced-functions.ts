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
		const isBlank = BLANKS.includes(sign);
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
const BLANKS = ' \t\n\r';

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
