import {
	bracedFunctions,
	type DeclarationAt,
	maskedCode,
	ownedName,
	type Quoting,
} from './braced-code.ts';
import { scriptDeclaration } from './script-functions.ts';
import { goDeclaration, rustDeclaration, typedDeclaration } from './typed-functions.ts';

interface Language {
	/** Of its files. */
	readonly endings: string;
	readonly quoting: Quoting;
	/** How a function begins: a statement between braces, or a line by its indent. */
	readonly defines: DeclarationAt | RegExp;
}

const SLASHES = { line: '//', block: true, quotes: '\'"', triple: false };
const HASHES = { line: '#', block: false, quotes: '\'"', triple: false };

const PYTHON = /^([ \t]{0,200})(?:async[ \t]{1,20})?(def|class)[ \t]{1,20}([A-Za-z_]\w{0,99})/;
const RUBY =
	/^([ \t]{0,200})(?:(?:private|public|protected)[ \t]{1,20})?(def|class|module)[ \t]{1,20}(?:self\.)?([A-Za-z_]\w{0,99})/;

/** What stands in prose and data is no function. */
const LANGUAGES: readonly Language[] = [
	{
		endings: 'ts tsx mts cts js jsx mjs cjs vue svelte',
		quoting: { ...SLASHES, quotes: '\'"`' },
		defines: scriptDeclaration,
	},
	{ endings: 'py pyi ipynb', quoting: { ...HASHES, triple: true }, defines: PYTHON },
	{ endings: 'rb', quoting: HASHES, defines: RUBY },
	{ endings: 'go', quoting: { ...SLASHES, quotes: '\'"`' }, defines: goDeclaration },
	// A quote before a lifetime ends nothing.
	{ endings: 'rs', quoting: { ...SLASHES, quotes: '"' }, defines: rustDeclaration },
	{
		endings: 'java cs c h cc cpp cxx hpp hh m mm php dart',
		quoting: SLASHES,
		defines: typedDeclaration,
	},
	// Three quotes in a row are a text, and a single one may be an apostrophe.
	{
		endings: 'kt kts swift scala groovy',
		quoting: { ...SLASHES, quotes: '"', triple: true },
		defines: typedDeclaration,
	},
];

/** What is longer is generated, and nobody's work: it is left out whole. */
const MAX_TEXT = 200_000;
const MAX_NAMES = 50;

/**
 * Functions and methods that a piece of a file defines, in its order, each once (S1-005, S1-027); methods with their
 * owner: `Class.method`.
 *
 * @param path the file's name, whose ending tells the language
 */
export function definedFunctions(path: string, text: string): string[] {
	const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
	const language = LANGUAGES.find(({ endings }) => endings.split(' ').includes(ending));
	if (language === undefined || text.length > MAX_TEXT) return [];
	const { quoting, defines } = language;
	const code = maskedCode(text, quoting);
	const names =
		defines instanceof RegExp ? indentedFunctions(code, defines) : bracedFunctions(code, defines);
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
