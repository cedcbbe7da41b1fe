import { maskedCode, ownedName } from './braced-code.ts';
import { scriptFunctions } from './script-functions.ts';
import {
	cLikeFunctions,
	goFunctions,
	rustFunctions,
	tripleQuotedFunctions,
} from './typed-functions.ts';

type Reader = (text: string) => string[];

/** Languages by the ending of a file. What stands in prose and data is no function. */
const READERS: readonly (readonly [Reader, string])[] = [
	[scriptFunctions, 'ts tsx mts cts js jsx mjs cjs vue svelte'],
	[pythonFunctions, 'py pyi ipynb'],
	[rubyFunctions, 'rb'],
	[goFunctions, 'go'],
	[rustFunctions, 'rs'],
	[cLikeFunctions, 'java cs c h cc cpp cxx hpp hh m mm php dart'],
	[tripleQuotedFunctions, 'kt kts swift scala groovy'],
];

/** What is longer is generated, and nobody's work: it is left out whole. */
const MAX_TEXT = 200_000;
const MAX_NAMES = 50;

/**
 * Functions and methods that a piece of a file defines, in its order, each once (S1-005, S1-027).
 *
 * @param path the file's name, whose ending tells the language
 */
export function definedFunctions(path: string, text: string): string[] {
	const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
	const reader = READERS.find(([, endings]) => endings.split(' ').includes(ending))?.[0];
	if (reader === undefined || text.length > MAX_TEXT) return [];
	return [...new Set(reader(text))].slice(0, MAX_NAMES);
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

const PYTHON = /^([ \t]{0,200})(?:async[ \t]{1,20})?(def|class)[ \t]{1,20}([A-Za-z_]\w{0,99})/;
const RUBY =
	/^([ \t]{0,200})(?:(?:private|public|protected)[ \t]{1,20})?(def|class|module)[ \t]{1,20}(?:self\.)?([A-Za-z_]\w{0,99})/;

/** Functions that Python defines: `def`, `async def`, and methods with their class. */
function pythonFunctions(text: string): string[] {
	const code = maskedCode(text, { line: '#', block: false, quotes: '\'"', triple: true });
	return indentedFunctions(code, PYTHON);
}

/** Methods that Ruby defines, with the class or module they stand in. */
function rubyFunctions(text: string): string[] {
	const code = maskedCode(text, { line: '#', block: false, quotes: '\'"', triple: false });
	return indentedFunctions(code, RUBY);
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
