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

export interface McpFacts {
	/** The user's home directory. */
	readonly home: string;
	/** Whether a directory has this name where the server runs. */
	readonly isDirectory: (path: string) => boolean;
}

/**
 * What an MCP call does to files, as the words of its tool's name say: the protocol says no more, and the hook's
 * input has none of the tool's annotations. `sends`: to others, or to a store of the server's own.
 */
export type McpEffect = 'reads' | 'sends' | 'writes' | 'unknown';

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
	'write edit create delete move rename append patch insert replace update remove copy save overwrite put modify apply set unlink mv cp rm link symlink format reformat truncate restore add store download export generate',
);
/** What they are given goes, with all below. */
const REMOVING = setOf('delete remove move rename unlink mv rm rmdir trash purge wipe clean');
/** These change what they take from, too; copies do not. */
const TAKING = setOf('move rename mv');
const COPYING = setOf('copy cp duplicate clone');

/** Last words of keys that name files. */
const NAMING = setOf('path paths file files filepath filename destination dest target uri');
/** They do so where something goes from one place to another. */
const BOTH_ENDS = setOf('source src from to');
/** Words of keys whose texts go into a file, a message or a search: no paths. */
const TEXTS = setOf(
	'content contents text texts string str body message title description pattern query',
);
const MAX_DEPTH = 8;
const MAX_PATHS = 512;
const MAX_LENGTH = 4_096;
/** `*** Update File: a`, `*** Move to: a`, `+++ b/a`, `--- a/a`, `rename to a`. */
const PATCHED =
	/^(?:\*{3} (?:(?:Update|Add|Delete) File|Move to): |(?:\+{3}|-{3}) (?:[ab]\/)?|rename (?:from|to) )([^\t\r\n]+)/gm;

/** What an MCP call does to files, as its tool's name says. */
export function mcpEffect(tool: string): McpEffect {
	const words = wordsOf(nameOf(tool));
	const has = (some: ReadonlySet<string>) => words.some((word) => some.has(word));
	const stages = words.includes('git') && words.includes('add');
	if (has(REVIEWING) || stages) return 'reads';
	if (has(SENDING)) return 'sends';
	if (has(WRITING)) return 'writes';
	return has(READING) ? 'reads' : 'unknown';
}

/** Whether an MCP tool may take away what it is given, as its name says: a directory with all in it. */
export function mcpRemoves(tool: string): boolean {
	return wordsOf(nameOf(tool)).some((word) => REMOVING.has(word));
}

/**
 * Every argument of an MCP call that may be a path, at any depth, keys included, in the spellings that
 * servers take: addresses of files, percent escapes, `~`, backslashes, white space around it, relative to a
 * directory named beside or above it, in the headers of a patch. What is only copied is not changed.
 */
export function mcpPaths(tool: string, input: unknown, facts: McpFacts): McpPaths {
	const words = wordsOf(nameOf(tool));
	const copies = words.some((word) => COPYING.has(word));
	const takes = copies || words.some((word) => TAKING.has(word));
	const patches = words.some((word) => /^(?:patch|diff|apply)$/.test(word));
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
		const isText = key.some((word) => TEXTS.has(word));
		if (!isText || patches)
			for (const [, path = ''] of text.matchAll(PATCHED)) note(path, true, bases);
		const isEnd = takes && key.some((word) => BOTH_ENDS.has(word));
		if (isText || (isEnd && copies && !key.includes('to'))) return;
		note(text, isEnd || namesFile(key), bases);
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

const COMMANDS = setOf('command commands cmd script shell bash');

/** Texts among the arguments of an MCP call that may be command lines, as their keys say. */
export function mcpCommands(input: object, depth = 0): string[] {
	if (depth > MAX_DEPTH) return [];
	return Object.entries(input).flatMap(([key, value]) => {
		const isCommand = wordsOf(key).some((word) => COMMANDS.has(word));
		if (typeof value === 'string') return isCommand ? [value] : [];
		const words = Array.isArray(value) && value.every((word) => typeof word === 'string');
		if (words)
			return isCommand || key === 'args' ? [[commandBeside(input), ...value].join(' ')] : [];
		return typeof value === 'object' && value !== null ? mcpCommands(value, depth + 1) : [];
	});
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

/** `{ command: 'rm', args: ['-r', 'a'] }`. */
function commandBeside(input: object): string {
	const { command } = input as { readonly command?: unknown };
	return typeof command === 'string' ? command : '';
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
	const plain = text.length > MAX_LENGTH ? '' : text.trim();
	if (plain === '' || /[\0\r\n]/.test(plain)) return [];
	const isFile = /^file:/i.test(plain);
	if (!isFile && /^[a-z][a-z\d+.-]+:\/\//i.test(plain)) return [];
	const local = plain.replace(/^file:(?:\/\/[^/]*)?/i, '').replaceAll('\\', '/');
	const all = isFile ? [unescaped(local)] : [local, unescaped(local)];
	const found = all.map((path) => path.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/, home));
	return [...new Set(found)].filter((path) => path !== '' && !/[\0\r\n]/.test(path));
}

function unescaped(text: string): string {
	return text.replaceAll(/%([2-7][\da-f])/gi, (_all, hex) =>
		String.fromCharCode(Number.parseInt(hex, 16)),
	);
}

function namesFile(key: readonly string[]): boolean {
	const last = key.at(-1);
	if (last === undefined) return false;
	return NAMING.has(last) || (last === 'name' && key.includes('file'));
}

/** The name behind the server's. */
function nameOf(tool: string): string {
	return tool.replace(/^mcp__.*?__/, '');
}

/** `createFile`, `create_file` and `create-file` are `create`, `file`. */
function wordsOf(name: string): string[] {
	const parts = name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
	return parts.split(/[^a-z]+/).filter((word) => word !== '');
}
