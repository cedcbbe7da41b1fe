import { MCP_PREFIX } from '../protocol/gated-tools.ts';

const WRITING = new Set([
	...['write', 'edit', 'create', 'delete', 'move', 'rename', 'append', 'patch', 'insert'],
	...['replace', 'update', 'remove', 'copy', 'save', 'overwrite', 'put', 'modify'],
	'apply',
]);
/** What they are given goes, with all below. */
const REMOVING = new Set(['delete', 'remove', 'move', 'rename']);
/** These change what they take from, too. */
const TAKING = new Set(['move', 'rename']);
const KEYS = new Set([
	...['path', 'paths', 'file', 'files', 'filepath', 'filename', 'relativepath', 'absolutepath'],
	...['destination', 'destinationpath', 'dest', 'target', 'targetpath', 'targetfile', 'newpath'],
	...['notebookpath', 'uri', 'outputpath', 'edits', 'changes'],
]);
const SOURCES = new Set(['source', 'sourcepath', 'src', 'from', 'oldpath']);
/** Lists within lists, such as `files: [{ path }]`. */
const MAX_DEPTH = 3;
const MAX_LENGTH = 4_096;

/**
 * The files an MCP tool changes, as its arguments name them: where the tool's name says that it writes,
 * whatever stands under a key that names a path. A guess by names, because the protocol says no more.
 */
export function mcpWrites(tool: string, input: Readonly<Record<string, unknown>>): string[] {
	if (!tool.startsWith(MCP_PREFIX)) return [];
	const words = wordsOf(tool);
	if (!words.some((word) => WRITING.has(word))) return [];
	const takes = words.some((word) => TAKING.has(word));
	const names = (key: string) => KEYS.has(key) || (takes && SOURCES.has(key));
	return pathsIn(input, names, 0);
}

/** Whether an MCP tool may take away what it is given, as its name says: a directory with all in it. */
export function mcpRemoves(tool: string): boolean {
	return wordsOf(tool).some((word) => REMOVING.has(word));
}

/** The words behind the server's name: `createFile`, `create_file` and `create-file` are `create`, `file`. */
function wordsOf(tool: string): string[] {
	return tool
		.replace(/^mcp__.*?__/, '')
		.replaceAll(/([a-z])([A-Z])/g, '$1_$2')
		.toLowerCase()
		.split(/[^a-z]+/);
}

function pathsIn(value: unknown, names: (key: string) => boolean, depth: number): string[] {
	if (typeof value === 'string') return pathOf(value);
	if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
	if (Array.isArray(value)) return value.flatMap((item) => pathsIn(item, names, depth + 1));
	return Object.entries(value).flatMap(([key, item]) =>
		names(key.toLowerCase().replaceAll(/[^a-z]/g, '')) ? pathsIn(item, names, depth + 1) : [],
	);
}

/** `file:///p/a%20b` is `/p/a b`; other addresses are no files. */
function pathOf(text: string): string[] {
	if (text === '' || text.length > MAX_LENGTH || /[\0\n]/.test(text)) return [];
	if (/^file:\/\//i.test(text)) return [unescaped(text.replace(/^file:\/\/[^/]*/i, ''))];
	return /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? [] : [text];
}

function unescaped(text: string): string {
	return text.replaceAll(/%([2-7][\da-f])/gi, (_all, hex) =>
		String.fromCharCode(Number.parseInt(hex, 16)),
	);
}
