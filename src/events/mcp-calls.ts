/** A tool whose name has one of these reads, whatever it is given, unless it has a word of {@link WRITING} or {@link MAKING} too. */
const READING = wordsOf(
	'read get list search find view query fetch show describe inspect lookup resolve grep glob head tail count stat tree status diff log check validate verify lint analyze explain preview open browse select test tests info help',
);
const WRITING = wordsOf(
	'write edit replace delete move rename remove append insert patch apply copy save put set format generate',
);
/** They write, too, but not files where the name has a word of {@link ELSEWHERE}. */
const MAKING = wordsOf('create update');
/** What such a tool is given goes to others, or into a store of the server's own. */
const ELSEWHERE = wordsOf('issue comment pull page pages entities upload');
/** What they are given goes, with all below. */
const REMOVING = wordsOf('delete remove move rename rm mv unlink');

/** Keys of the text that is written: `content: 'src/a.ts'` names no file. */
const WRITTEN_TEXT = /content|text|body|message/i;

const MAX_DEPTH = 16;
const MAX_TEXTS = 512;
const MAX_LENGTH = 4_096;

/** Whether an MCP tool only reads, by the words of its name behind the server's. */
export function onlyReads(tool: string): boolean {
	const words = ownWords(tool);
	return hasAny(words, READING) && !hasAny(words, WRITING) && !hasAny(words, MAKING);
}

/** Whether such a name leaves room for an edit of the files that the tool is given. */
export function mayEdit(tool: string): boolean {
	const words = ownWords(tool);
	if (hasAny(words, WRITING)) return true;
	// `git_add` stages what is there.
	if (hasAny(words, ELSEWHERE) || (words.includes('git') && words.includes('add'))) return false;
	return !onlyReads(tool);
}

/** Whether it may take away a directory that it is given. */
export function mayRemove(tool: string): boolean {
	return hasAny(ownWords(tool), REMOVING);
}

/**
 * The string arguments of an MCP call, at any depth up to a bound, that have the form of a path: absolute, relative with
 * a `/`, or one word with an extension. An address (`https:`, `s3:`, `ana@example.org`) is none, nor is the text that is written.
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
	if (!text.includes('/')) return hasExtension && !text.includes('@');
	return hasExtension || /[^/]\/|^\/./.test(text);
}

/** `createFile`, `create_file` and `create-file` are `create`, `file`. */
function ownWords(tool: string): string[] {
	const name = tool.replace(/^mcp__.*?__/, '');
	return wordsOf(name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase());
}

function hasAny(words: readonly string[], some: readonly string[]): boolean {
	return words.some((word) => some.includes(word));
}

function wordsOf(text: string): string[] {
	return text.split(/[^a-z]+/).filter((word) => word !== '');
}
