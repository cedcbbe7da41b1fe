import { dirname, posix } from 'node:path';
import type { Place } from '../core/place/place.ts';
import { fileNamesIn, textOrNothing } from './read-regular.ts';

/** A longer file is not looked into: something may be told twice then. */
const MAX_BYTES = 256 * 1024;
/** Of all files together: a hook reads them, and a repository decides how many there are. */
const MAX_TOTAL = 2 * 1024 * 1024;
const MOST_RULES = 50;
/** Of a deep file the folders next to it: each may cost two long texts. */
const MOST_FOLDERS = 8;
/** The client follows at most so many imports in a row. */
const MOST_HOPS = 4;
/** In one file, and in all: nobody imports more. */
const MOST_IMPORTS = 50;

/**
 * What the client itself puts before the model in this project: the texts of `CLAUDE.md` and its like, of the project's
 * rules, of what these import, and of the client's own notes beside a session's transcript. Each file counts once.
 *
 * @param userDir the client's directory of the user, `~/.claude`
 * @param transcript path of a transcript of the project; `undefined` where the client named none
 * @param file that is read or edited, from the root: with it the client reads what stands in the folders above it
 */
export function clientMemory(
	{ root }: Pick<Place, 'root'>,
	userDir: string,
	{
		transcript,
		file,
	}: { readonly transcript?: string | undefined; readonly file?: string | undefined },
): readonly string[] {
	const texts = new Map<string, string>();
	let room = MAX_TOTAL;
	const read = (path: string): string => {
		const known = texts.get(path);
		if (known !== undefined) return known;
		const text = textOrNothing(path, Math.min(MAX_BYTES, room));
		room -= text.length;
		texts.set(path, text);
		return text;
	};
	const notes = transcript === undefined ? [] : [`${dirname(transcript)}/memory/MEMORY.md`];
	for (const path of notes) read(path);
	const own = ['', ...foldersTo(file).map((folder) => `${folder}/`)].flatMap((folder) => {
		const names = ['CLAUDE.md', '.claude/CLAUDE.md'].map((name) => `${folder}${name}`);
		// Beside a `CLAUDE.md` the client reads no `AGENTS.md`, unless that one is imported.
		const isAny = names.some((name) => read(`${root}/${name}`) !== '');
		return isAny ? names : [`${folder}AGENTS.md`];
	});
	follow([...own, 'CLAUDE.local.md', ...rulesIn(root)], root, read);
	follow(['CLAUDE.md'], userDir, read);
	return [...texts.values()].filter((text) => text !== '');
}

/** `web/auth` and `web` of `web/auth/login.ts`. */
function foldersTo(file = ''): string[] {
	const folders: string[] = [];
	for (let at = file.lastIndexOf('/'); at > 0 && folders.length < MOST_FOLDERS; ) {
		folders.push(file.slice(0, at));
		at = file.lastIndexOf('/', at - 1);
	}
	return folders;
}

/** Reads files of a directory, and what they import in it. What lies elsewhere the client asks about first. */
function follow(files: readonly string[], directory: string, read: (path: string) => string): void {
	const seen = new Set(files);
	const most = seen.size + MOST_IMPORTS;
	let next: readonly string[] = files;
	for (let hop = 0; hop <= MOST_HOPS; hop += 1) {
		const found = next.flatMap((file) =>
			importsOf(read(`${directory}/${file}`)).map((path) => posix.join(posix.dirname(file), path)),
		);
		next = [...new Set(found)]
			.filter((file) => !file.startsWith('../') && !seen.has(file))
			.slice(0, most - seen.size);
		for (const file of next) seen.add(file);
	}
}

/** `docs/style.md` of a line with `@docs/style.md`, as the client has it. */
function importsOf(text: string): string[] {
	const lines = text.includes('@') ? proseOf(text).filter((line) => line.includes('@')) : [];
	const paths = lines
		.slice(0, MOST_IMPORTS)
		.flatMap((line) =>
			Array.from(line.slice(0, MAX_LINE).matchAll(IMPORT), ([, path = '']) => path),
		);
	return [...new Set(paths)].slice(0, MOST_IMPORTS).map((path) => path.replaceAll('\\ ', ' '));
}

/**
 * The lines that are neither code nor comments. In doubt a line is none of them: a lesson that is told twice does no harm,
 * one that is told nowhere does.
 */
function proseOf(text: string): string[] {
	let fence = '';
	let isSpan = false;
	return withoutComments(text)
		.split('\n')
		.filter((line) => {
			const mark = FENCE.exec(line)?.[1] ?? '';
			if (fence !== '') {
				if (mark.startsWith(fence) && line.trim() === mark) fence = '';
				return false;
			}
			fence = mark;
			const beginsOrEnds = mark === '' && line.split('`').length % 2 === 0;
			isSpan = line.trim() !== '' && isSpan !== beginsOrEnds;
			return mark === '' && !isSpan && !beginsOrEnds && !INDENTED.test(line);
		})
		.map((line) => line.replace(CODE, ''));
}

/** One without an end goes on to the end of the file. */
function withoutComments(text: string): string {
	const [first = '', ...rest] = text.split('<!--');
	const after = rest.map((part) =>
		part.includes('-->') ? part.slice(part.indexOf('-->') + 3) : '',
	);
	return [first, ...after].join(' ');
}

/** What begins and ends a block of code. */
const FENCE = /^\s*(`{3,}|~{3,})/;
const INDENTED = /^(?: {4}|\t)/;
const CODE = /`[^`]*`/g;
/** A path from the folder of its file; what follows `#` names a part of what it leads to. */
const IMPORT = /(?<=^|[\s*])@((?![/~])(?:[^\s\\#*]|\\ )+)/g;
/** A longer one is no prose. */
const MAX_LINE = 2_000;

function rulesIn(root: string): string[] {
	return fileNamesIn(`${root}/.claude/rules`)
		.filter((name) => name.endsWith('.md'))
		.slice(0, MOST_RULES)
		.map((name) => `.claude/rules/${name}`);
}
