/** A tool whose name has one of these reads, whatever it is given, unless it has a word of {@link WRITING} too. */
const READING = wordsOf(
	'read get list search find view query fetch show describe inspect lookup resolve grep glob head tail count stat tree status diff log check validate verify lint analyze explain preview open browse select test tests info help',
);
const WRITING = wordsOf(
	'write edit create replace delete move rename remove append insert update patch apply copy save put set format generate',
);
/** What such a tool is given goes to others, or into git or a store of the server's own: it edits no file here. */
const ELSEWHERE = wordsOf(
	'issue issues comment comments message messages review reviews pull commit page pages memory entities relations observations thread post send publish upload navigate click type screenshot',
);
/** What they are given goes, with all below. */
const REMOVING = wordsOf('delete remove move rename rm mv unlink');

/** Keys of the text that is written: `content: 'src/a.ts'` names no file. */
const WRITTEN_TEXT = /content|text|body/i;

const MAX_DEPTH = 16;
const MAX_TEXTS = 512;
const MAX_LENGTH = 4_096;

/** Whether the words of an MCP tool's name, behind the server's, leave room for an edit of a file. */
export function mayEdit(tool: string): boolean {
	const words = ownWords(tool);
	const has = (some: readonly string[]) => words.some((word) => some.includes(word));
	// `git_add` stages what is there.
	if (has(ELSEWHERE) || (words.includes('git') && words.includes('add'))) return false;
	return has(WRITING) || !has(READING);
}

/** Whether it may take away a directory that it is given. */
export function mayRemove(tool: string): boolean {
	return ownWords(tool).some((word) => REMOVING.includes(word));
}

/**
 * The string arguments of an MCP call, at any depth up to a bound, that have the form of a path: absolute, relative with
 * a `/`, or one word with an extension. An address (`https:`, `s3:`) is none, nor is the text that is written.
 */
export function pathsAmong(input: unknown): string[] {
	const found = new Set<string>();
	const visit = (value: unknown, depth: number) => {
		if (found.size >= MAX_TEXTS || depth > MAX_DEPTH) return;
		if (typeof value === 'string' && isPathLike(value)) found.add(value);
		if (typeof value !== 'object' || value === null) return;
		for (const [key, item] of Object.entries(value))
			if (!WRITTEN_TEXT.test(key)) visit(item, depth + 1);
	};
	visit(input, 0);
	return [...found];
}

function isPathLike(text: string): boolean {
	if (text.length > MAX_LENGTH || /[\0\r\n]|^[a-z][a-z\d+.-]*:/i.test(text)) return false;
	const hasExtension = /[^\s./]\.[a-z]\w*$/i.test(text);
	// `src/a.ts grows` is a sentence, `docs/a b.md` is not.
	if (/\s/.test(text)) return hasExtension && text.includes('/');
	return hasExtension || /[^/]\/|^\/./.test(text);
}

/** `createFile`, `create_file` and `create-file` are `create`, `file`. */
function ownWords(tool: string): string[] {
	const name = tool.replace(/^mcp__.*?__/, '');
	return wordsOf(name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase());
}

function wordsOf(text: string): string[] {
	return text.split(/[^a-z]+/).filter((word) => word !== '');
}
