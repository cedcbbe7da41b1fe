import { readdirSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import type { Place } from '../core/place/place.ts';
import { textOrNothing } from './read-regular.ts';

/** A longer file is not looked into: something may be told twice then. */
const MAX_BYTES = 256 * 1024;
const MOST_RULES = 50;
/** Of a deep file the folders next to it: each may cost two long texts. */
const MOST_FOLDERS = 8;

/**
 * What the client itself puts before the model in this project: the texts of `CLAUDE.md` and its like, of the project's
 * rules, of what these import, and of the client's own notes beside a session's transcript.
 *
 * @param userDir the client's directory of the user, `~/.claude`
 * @param transcript path of a transcript of the project; `undefined` where the client named none
 * @param file that is read or edited, from the root: with it the client reads what stands in the folders above it
 */
export function clientMemory(
	{ root }: Place,
	userDir: string,
	{
		transcript,
		file,
	}: { readonly transcript?: string | undefined; readonly file?: string | undefined },
): readonly string[] {
	const notes = transcript === undefined ? [] : [`${dirname(transcript)}/memory/MEMORY.md`];
	const own = ['CLAUDE.local.md', ...rulesIn(root)].flatMap((name) => imported([name], root));
	const folders = ['', ...foldersTo(file).map((folder) => `${folder}/`)];
	return [
		...folders.flatMap((folder) => folderTexts(folder, root)),
		...own,
		...imported(['CLAUDE.md'], userDir),
		...notes.map(textOf),
	].filter((text) => text !== '');
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

/** Beside a `CLAUDE.md` the client reads no `AGENTS.md`, unless that one is imported. */
function folderTexts(folder: string, root: string): readonly string[] {
	const texts = imported([`${folder}CLAUDE.md`, `${folder}.claude/CLAUDE.md`], root);
	return texts.some((text) => text !== '') ? texts : imported([`${folder}AGENTS.md`], root);
}

/** From one file to the next the client follows so many imports. */
const MOST_HOPS = 4;
const MOST_IMPORTED = 20;

/** The texts of files, from a directory, and of what they import in it. What lies elsewhere the client asks about first. */
function imported(files: readonly string[], directory: string): string[] {
	const texts = new Map<string, string>();
	let next = files;
	for (let hop = 0; hop <= MOST_HOPS; hop += 1) {
		const found: string[] = [];
		for (const file of next) {
			if (texts.has(file) || texts.size >= MOST_IMPORTED) continue;
			const text = textOf(`${directory}/${file}`);
			texts.set(file, text);
			found.push(...importsOf(text).map((path) => posix.join(posix.dirname(file), path)));
		}
		next = found.filter((file) => !file.startsWith('../'));
	}
	return [...texts.values()];
}

/** `docs/style.md` of a line with `@docs/style.md`, but not of one in code or in a comment, as the client has it. */
function importsOf(text: string): string[] {
	if (!text.includes('@')) return [];
	let isCode = false;
	return text.split('\n').flatMap((line) => {
		const isFence = FENCE.test(line);
		if (isFence) isCode = !isCode;
		if (isFence || isCode || line.includes('<!--')) return [];
		return Array.from(line.replace(CODE, '').matchAll(IMPORT), ([, path = '']) =>
			path.replaceAll('\\ ', ' '),
		);
	});
}

const FENCE = /^\s*(?:```|~~~)/;
const CODE = /`[^`]*`/g;
/** What follows `#` names a part of the file. */
const IMPORT = /(?<=^|[\s*_])@((?:[^\s\\#*]|\\ )+)/g;

function textOf(path: string): string {
	return textOrNothing(path, MAX_BYTES);
}

function rulesIn(root: string): string[] {
	try {
		return readdirSync(`${root}/.claude/rules`)
			.filter((name) => name.endsWith('.md'))
			.slice(0, MOST_RULES)
			.map((name) => `.claude/rules/${name}`);
	} catch {
		return [];
	}
}
