import {
	type Declaration,
	LANGUAGES,
	matchAt,
	type Pattern,
	type Quoting,
	SHAPED,
} from './language-patterns.ts';

/** What is longer is generated, and nobody's work: it is left out whole. */
const MAX_TEXT = 200_000;
const MAX_NAMES = 50;

/**
 * Functions and methods that a piece of a file defines, in its order, each once; methods with their
 * owner: `Class.method`.
 *
 * @param path the file's name, whose ending tells the language
 */
export function definedFunctions(path: string, text: string): string[] {
	const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
	const language = LANGUAGES.find(({ endings }) => endings.split(' ').includes(ending));
	if (language === undefined || text.length > MAX_TEXT) return [];
	const { quoting, functions } = language;
	const code = maskedCode(text, quoting);
	const names =
		functions instanceof RegExp
			? indentedFunctions(code, functions)
			: bracedFunctions(code, functions);
	return [...new Set(names)].slice(0, MAX_NAMES);
}

type Json = Readonly<Record<string, unknown>>;

/** Functions that an edit tool's call defines in its file: in what it writes, never in what was there. */
export function functionsOfEdit(path: string, input: Json): string[] {
	return definedFunctions(path, writtenTexts(input).join('\n\n'));
}

/** Write has `content`, Edit `new_string`, MultiEdit a list of edits, NotebookEdit `new_source`. */
function writtenTexts(input: Json): string[] {
	const edits = Array.isArray(input['edits']) ? input['edits'] : [];
	return [input, ...edits].flatMap((part: unknown) => {
		const { content, new_string, new_source } = (part ?? {}) as Json;
		return [content, new_string, new_source].filter((text) => typeof text === 'string');
	});
}

interface Block {
	readonly indent: number;
	/** Name of a class; `''` for a function. */
	readonly owner: string;
}

function indentedFunctions(code: string, pattern: RegExp): string[] {
	const names: string[] = [];
	let open: Block[] = [];
	for (const line of code.split('\n')) {
		const found = pattern.exec(line);
		if (found === null) continue;
		const [, blank = '', word, name = ''] = found;
		open = open.filter(({ indent }) => indent < blank.length);
		if (word === 'def') names.push(ownedName(open.at(-1)?.owner ?? '', name));
		open.push({ indent: blank.length, owner: word === 'def' ? '' : name });
	}
	return names;
}

/** What begins more statements than a person writes in one file is left out. */
const MAX_STATEMENTS = 20_000;
/** After these a statement begins. */
const STARTS = '{};\n';
const BLANK_SIGNS = ' \t\n\r';

/** Names of the functions that code with braces defines. None where there is more of it than anybody reads. */
function bracedFunctions(code: string, patterns: readonly Pattern[]): string[] {
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
			const owner = braces.owners.at(-1) ?? '';
			const { defines, opens } = declarationAt({ code, at, owner }, patterns) ?? {
				...braces,
				defines: '',
			};
			braces.opens = opens;
			if (defines !== '') names.push(ownedName(owner, defines));
		}
		isFresh = STARTS.includes(sign) || (isFresh && isBlank);
		follow(braces, sign);
	}
	return names;
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

function declarationAt(
	{ code, at, owner }: { readonly code: string; readonly at: number; readonly owner: string },
	patterns: readonly Pattern[],
): Declaration | undefined {
	if (owner === SHAPED) return undefined;
	for (const { begins, read } of patterns) {
		const found = matchAt(begins, code, at);
		const declared = found && read(found, { code, end: at + found[0].length, owner });
		if (declared) return declared;
	}
	return undefined;
}

/** `Class.method`, where the class is known. */
function ownedName(owner: string, name: string): string {
	return owner === '' || name.includes('.') ? name : `${owner}.${name}`;
}

/**
 * The same text with blanks in place of comments and quoted texts, line breaks kept: what looks like code
 * in there is none. One pass, linear time. A text that does not end ends with its line.
 */
function maskedCode(text: string, quoting: Quoting): string {
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
