import { shellWord } from '../setup/shell-word.ts';

/** A path among the arguments of an MCP call. */
export interface McpPath {
	readonly path: string;
	/** Its key, or the patch it stands in, says that it is a file; otherwise it may be any text. */
	readonly isNamed: boolean;
}

/** `isWhole`: false where there were more arguments than are read. */
export interface McpPaths {
	readonly paths: readonly McpPath[];
	readonly isWhole: boolean;
}

interface McpFacts {
	/** The user's home directory. */
	readonly home: string;
	/** Whether a directory has this name where the server runs. */
	readonly isDirectory: (path: string) => boolean;
}

/**
 * What an MCP call does to files, as the words of its tool's name say: the protocol says no more, and the hook's
 * input has none of the tool's annotations. `sends`: to others, or to a store of the server's own.
 */
type McpEffect = 'reads' | 'sends' | 'writes' | 'unknown';

const setOf = (words: string) => new Set(words.split(' '));
const READING = setOf(
	'read get list search find fetch query show view describe status diff inspect lookup resolve stat tree grep glob head tail count check validate verify lint analyze analyse explain preview open browse retrieve select summarize test tests info help',
);
/** Reviews name the files they are about. */
const REVIEWING = setOf('review reviews');
const SENDING = setOf(
	'upload send post attach publish comment comments message memory memories entities relations observations screenshot issue notify pull',
);
const WRITING = setOf(
	'write edit create delete move rename append patch insert replace update remove copy save overwrite put modify apply set unlink mv cp rm link symlink format reformat truncate add store download export generate',
);
/** What they are given goes, with all below. */
const REMOVING = setOf('delete remove move rename unlink mv rm rmdir trash purge wipe clean');
/** These change what they take from, too; copies do not. */
const TAKING = setOf('move rename mv');
const COPYING = setOf('copy cp duplicate clone');
/** Their texts may be patches. */
const PATCHING = setOf('patch diff apply');
/** What they put somewhere may be a folder with all that is in it. */
const BRINGING = setOf(
	'copy cp duplicate clone move rename mv link symlink extract unzip untar unpack decompress checkout worktree submodule',
);

/** Last words of keys that name files. */
const NAMING = setOf('path paths file files filepath filename destination dest target uri');
/** They do so where something goes from one place to another. */
const BOTH_ENDS = setOf('source src from to');
/** Words of keys whose texts go into a file, a message or a search: no paths, unless the last word names files. */
const TEXTS = setOf(
	'content contents text texts string str body message title description pattern query',
);
const MAX_DEPTH = 8;
const MAX_PATHS = 512;
/** How often a server may unescape a path. */
const MAX_ESCAPES = 3;
const MAX_LENGTH = 4_096;
/** `*** Update File: a`, `*** Move to: a`, `+++ b/a`, `--- a/a`, `rename to a`. */
const PATCHED =
	/^(?:\*{3} (?:(?:Update|Add|Delete) File|Move to): |(?:\+{3}|-{3}) (?:[ab]\/)?|rename (?:from|to) )([^\t\r\n]+)/gm;

/** What the words of a tool's name, behind the server's, say that it does to files. */
export function mcpTool(tool: string) {
	const words = wordsOf(tool.replace(/^mcp__.*?__/, ''));
	const has = (some: ReadonlySet<string>) => words.some((word) => some.has(word));
	const copies = has(COPYING);
	return {
		effect: effectOf(words, has),
		/** It may take away what it is given: a directory with all in it. */
		removes: has(REMOVING),
		/** What it puts somewhere may be a folder. */
		brings: has(BRINGING),
		copies,
		takes: copies || has(TAKING),
		patches: has(PATCHING),
	};
}

function effectOf(
	words: readonly string[],
	has: (some: ReadonlySet<string>) => boolean,
): McpEffect {
	const stages = words.includes('git') && words.includes('add');
	if (has(REVIEWING) || stages) return 'reads';
	if (has(SENDING)) return 'sends';
	if (has(WRITING)) return 'writes';
	return has(READING) ? 'reads' : 'unknown';
}

/**
 * Every argument of an MCP call that may be a path, at any depth, keys included, in the spellings that
 * servers take: addresses of files, percent escapes, `~`, backslashes, white space around it, relative to a
 * directory named beside or above it, in the headers of a patch. What is only copied is not changed.
 */
export function mcpPaths(tool: string, input: unknown, facts: McpFacts): McpPaths {
	const { copies, takes, patches } = mcpTool(tool);
	const found = new Map<string, boolean>();
	let isWhole = true;

	const note = (text: string, isNamed: boolean, bases: readonly string[]) => {
		for (const path of spellings(text, facts.home)) {
			const below = path.startsWith('/') ? [] : bases.map((base) => `${base}/${path}`);
			for (const one of [path, ...below]) {
				if (found.size >= MAX_PATHS && !found.has(one)) isWhole = false;
				else found.set(one, isNamed || found.get(one) === true);
			}
		}
	};
	const read = (text: string, key: readonly string[], bases: readonly string[]) => {
		if (!isTextKey(key) || patches)
			for (const [, path = ''] of text.matchAll(PATCHED)) note(path, true, bases);
		const role = roleOf(key, { copies, takes });
		if (role === 'no path') return;
		note(text, role === 'path', bases);
		if (role !== 'path') return;
		if (text.length > MAX_LENGTH) isWhole = false;
		for (const part of partsOf(text)) note(part, false, bases);
	};
	const visit = (value: unknown, key: readonly string[], { depth, bases }: Visit) => {
		if (typeof value === 'string') read(value, key, bases);
		if (typeof value !== 'object' || value === null) return;
		if (depth > MAX_DEPTH) isWhole = false;
		else if (Array.isArray(value)) visitItems(value, key, { depth: depth + 1, bases });
		else
			visitKeys(value, key, {
				depth: depth + 1,
				bases: [...bases, ...directoriesIn(value, facts)],
			});
	};
	const visitItems = (items: readonly unknown[], key: readonly string[], inside: Visit) => {
		// `['.claude', 'requirements.yaml']`.
		if (items.every((item) => typeof item === 'string')) read(items.join('/'), [], inside.bases);
		for (const item of items) visit(item, key, inside);
	};
	const visitKeys = (value: object, key: readonly string[], inside: Visit) => {
		for (const [name, item] of Object.entries(value)) {
			// `files: { 'src/a.ts': 'its text' }`; a key without such a letter is a word.
			const isFile = /[/\\.%~]/.test(name);
			if (isFile) note(name, namesFile(key), inside.bases);
			visit(item, isFile ? ['content'] : wordsOf(name), inside);
		}
	};
	visit(input, [], { depth: 0, bases: [] });
	const paths = [...found].map(([path, isNamed]) => ({ path, isNamed }));
	return { paths, isWhole };
}

const COMMANDS = setOf(
	'command commands cmd cmds script shell bash run exec execute program executable exe',
);
const ARGUMENTS = setOf('args argv arguments');

/** Texts among the arguments of an MCP call that may be command lines, as their keys say. */
export function mcpCommands(input: object, depth = 0): string[] {
	if (depth > MAX_DEPTH) return [];
	return Object.entries(input).flatMap(([key, value]) => {
		if (typeof value === 'string') return hasWord(key, COMMANDS) ? [value] : [];
		if (typeof value !== 'object' || value === null) return [];
		return isTexts(value) ? linesOf(key, value, input) : mcpCommands(value, depth + 1);
	});
}

/** The words of one line, or some lines. */
function linesOf(key: string, texts: readonly string[], beside: object): string[] {
	const words = texts.map(shellWord).join(' ');
	if (hasWord(key, COMMANDS)) return key.endsWith('s') ? [words, texts.join('\n')] : [words];
	return hasWord(key, ARGUMENTS) ? [`${programBeside(beside)} ${words}`.trim()] : [];
}

/** The program of `{ program: 'rm', argv: ['-r', 'a'] }`. */
function programBeside(input: object): string {
	const entries = Object.entries(input);
	const isProgram = ([key, value]: readonly [string, unknown]) =>
		typeof value === 'string' && hasWord(key, COMMANDS);
	return entries.find(isProgram)?.[1] ?? '';
}

function hasWord(key: string, some: ReadonlySet<string>): boolean {
	return wordsOf(key).some((word) => some.has(word));
}

function isTexts(value: object): value is string[] {
	return Array.isArray(value) && value.every((word) => typeof word === 'string');
}

/** Whether the text at such a key may be JSON that a server reads as more arguments. */
export function mayHoldArguments(key: string, text: string): boolean {
	return /^\s*[[{]/.test(text) && !isTextKey(wordsOf(key));
}

/** Every text and every key of an input, however deep, on lines of their own in quotation marks. */
export function mcpTexts(input: unknown): string {
	const waiting: unknown[] = [input];
	const texts: string[] = [];
	// A call may be nested deeper than functions can be.
	while (waiting.length > 0) {
		const value = waiting.pop();
		if (typeof value === 'string') texts.push(`"${value}"`);
		else if (Array.isArray(value)) for (const item of value) waiting.push(item);
		else if (typeof value === 'object' && value !== null)
			for (const [key, item] of Object.entries(value)) waiting.push(item, key);
	}
	return texts.join('\n');
}

interface Visit {
	readonly depth: number;
	/** Directories named beside it, or above. */
	readonly bases: readonly string[];
}

/** Directories among the texts of an object, less the ones that say nothing. */
function directoriesIn(value: object, { home, isDirectory }: McpFacts): string[] {
	return Object.values(value)
		.flatMap((item) => (typeof item === 'string' ? spellings(item, home) : []))
		.filter((path) => !/^\.?\/?$/.test(path) && isDirectory(path));
}

/** The ways in which a server may read a text as a path; none where it is no path. */
function spellings(text: string, home: string): string[] {
	// Servers cut a path where C does, and letters that nobody sees may be dropped.
	const [shown = ''] = text.replaceAll(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '').split('\0', 1);
	const plain = text.length > MAX_LENGTH ? '' : shown.trim().replace(/^(["'`])(.*)\1$/, '$2');
	if (plain === '' || /[\r\n]/.test(plain) || /^https?:\/\//i.test(plain)) return [];
	const local = plain.replace(ADDRESS, '').replaceAll('\\', '/');
	const all = /^file:/i.test(plain) ? [] : [local];
	for (let times = 0; times < MAX_ESCAPES; times++) all.push(unescaped(all.at(-1) ?? local));
	const found = all
		.flatMap((path) => [path, path.replace(IN_FILE, '')])
		.map((path) => path.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/, home));
	return [...new Set(found)].filter((path) => path !== '' && !/[\0\r\n]/.test(path));
}

/** `a,b`, or one on each line; a part of a name with a space in it is none. */
function partsOf(text: string): string[] {
	return text.slice(0, MAX_LENGTH).split(/[\s,;]+/);
}

/** What stands before the path of an address: `file:`, `vscode://file`. */
const ADDRESS = /^(?:file:|[a-z][a-z\d+.-]+:(?=\/\/))(?:\/\/[^/]*)?/i;
/** Where in a file: `:12:3`, `#L12`, `?line=12`. */
const IN_FILE = /(?::\d+(?:[:-]\d+)*|[?#].*)$/;

function unescaped(text: string): string {
	return text.replaceAll(/%([2-7][\da-f])/gi, (_all, hex) =>
		String.fromCharCode(Number.parseInt(hex, 16)),
	);
}

/** What the text at a key, as words, is to a tool that may copy, or take away what it takes from. */
function roleOf(
	key: readonly string[],
	{ copies, takes }: { readonly copies: boolean; readonly takes: boolean },
): 'path' | 'maybe a path' | 'no path' {
	const isEnd = takes && key.some((word) => BOTH_ENDS.has(word));
	if (isTextKey(key) || (isEnd && copies && !key.includes('to'))) return 'no path';
	return isEnd || namesFile(key) ? 'path' : 'maybe a path';
}

/** Whether the text at a key, as words, goes into a file, a message or a search. */
function isTextKey(key: readonly string[]): boolean {
	return !namesFile(key) && key.some((word) => TEXTS.has(word));
}

function namesFile(key: readonly string[]): boolean {
	const last = key.at(-1);
	if (last === undefined) return false;
	return NAMING.has(last) || (last === 'name' && key.includes('file'));
}

/** `createFile`, `create_file` and `create-file` are `create`, `file`. */
function wordsOf(name: string): string[] {
	const parts = name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
	return parts.split(/[^a-z]+/).filter((word) => word !== '');
}
