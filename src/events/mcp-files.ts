import type { Context } from '../context.ts';
import { environmentOf } from '../host/environment.ts';
import { nameInServer } from '../host/tools.ts';
import type { WrittenFile } from '../shell/writes.ts';
import { isDirectory, pathExists } from '../store/paths.ts';
import { absolutePath, parentOf, plainPath } from '../text/paths.ts';
import type { ToolEvent } from './projects.ts';

/** Words in the name of an MCP tool that write files. */
const WRITES = wordsOf(
	'write edit replace delete move rename remove append insert patch apply copy save put set format generate',
);

/** Those of them behind which a file, or a directory with all that is in it, is gone. */
const REMOVES = wordsOf('delete move rename remove');

/** Words of tools that read, unless they make something: `create_test_file`, `update_view`. */
const READS = wordsOf(
	'read get list search find view query fetch show describe inspect lookup resolve grep glob head tail count stat tree status diff log check validate verify lint analyze explain preview open browse select test tests info help',
);
const MAKES = wordsOf('create update');

/** Words of tools that work elsewhere. */
const ELSEWHERE = wordsOf('issue comment request page pages entities upload');

/** Keys of the text that is written: `content: 'src/a.ts'` names no file. */
const WRITTEN_TEXT = /content|text|body|message/i;

/** No path is longer. */
const MAX_PATH = 4_096;

/** Whether an MCP tool changes no files of a project, by the words of its name behind the server's. */
export function onlyReads(tool: string): boolean {
	const words = ownWords(tool);
	const has = (list: readonly string[]) => words.some((word) => list.includes(word));
	return !has(WRITES) && (has(ELSEWHERE) || (has(READS) && !has(MAKES)));
}

/**
 * The files that an MCP call edits, as far as its words tell: each argument that is an absolute path, a relative one whose
 * directory exists, or the name of a file that is there (`document.title` may be anything). Claude Code starts its servers
 * where the session starts. A directory counts if the tool removes it: what happens within one is seen after the call.
 */
export function filesOfMcp({ tool_name, tool_input, cwd }: ToolEvent, context: Context): WrittenFile[] {
	const start = environmentOf(context).projectDir ?? cwd;
	const how = ownWords(tool_name).some((word) => REMOVES.includes(word)) ? 'gone' : 'content';
	return pathsNamed(tool_name, tool_input).flatMap((text): WrittenFile[] => {
		const path = plainPath(absolutePath(text, start));
		const isNamed = text.includes('/') ? isDirectory(parentOf(path)) : pathExists(path);
		// Many tools take the directory of the project as an argument.
		const isFree = isDirectory(path) && (how !== 'gone' || `${start}/`.startsWith(`${path}/`));
		const isEdited = (text.startsWith('/') || isNamed) && !isFree;
		return isEdited ? [{ path, pattern: false, how }] : [];
	});
}

/**
 * The arguments of an MCP call that have the form of a path, at any depth, unless the tool only reads, or is one of git's
 * (`git_add` names what is there): absolute, relative with a `/`, or one word with an extension. An address (`https:`,
 * `ana@example.org`) is none.
 */
export function pathsNamed(tool: string, input: unknown): string[] {
	const isFree = onlyReads(tool) || ownWords(tool).includes('git');
	return isFree ? [] : [...new Set(pathsIn(input))];
}

function pathsIn(value: unknown): string[] {
	if (typeof value === 'string') return isPathLike(value) ? [value] : [];
	if (typeof value !== 'object' || value === null) return [];
	const named = Object.entries(value).filter(([key]) => !WRITTEN_TEXT.test(key));
	return named.flatMap(([, item]) => pathsIn(item));
}

function isPathLike(text: string): boolean {
	if (text.length > MAX_PATH || /[\0\r\n]|^[a-z][a-z\d+.-]*:/i.test(text)) return false;
	const hasExtension = /[^\s./]\.[a-z]\w*$/i.test(text);
	// `src/a.ts grows` is a sentence, `docs/a b.md` is not.
	if (/\s/.test(text)) return hasExtension && text.includes('/');
	if (!text.includes('/')) return hasExtension && !text.includes('@');
	return hasExtension || /[^/]\/|^\/./.test(text);
}

/** `createFile`, `create_file` and `create-file` are `create`, `file`. */
function ownWords(tool: string): string[] {
	return wordsOf(
		nameInServer(tool)
			.replaceAll(/([a-z])([A-Z])/g, '$1 $2')
			.toLowerCase(),
	);
}

function wordsOf(text: string): string[] {
	return text.split(/[^a-z]+/).filter((word) => word !== '');
}
