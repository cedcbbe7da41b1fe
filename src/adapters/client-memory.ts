import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Place } from '../core/place/place.ts';
import { textOrNothing } from './read-regular.ts';

/** A longer file is not looked into: something may be told twice then. */
const MAX_BYTES = 256 * 1024;
const MOST_RULES = 50;
/** Of a deep file the folders next to it: each may cost two long texts. */
const MOST_FOLDERS = 8;

/**
 * What the client itself puts before the model in this project: the texts of `CLAUDE.md` and its like, of the project's
 * rules, and of the client's own notes beside a session's transcript.
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
	const own = ['CLAUDE.local.md', ...rulesIn(root)].map((name) => `${root}/${name}`);
	const texts = [...own, `${userDir}/CLAUDE.md`, ...notes].map(textOf);
	const folders = [root, ...foldersTo(file).map((folder) => `${root}/${folder}`)];
	return [...folders.flatMap(folderTexts), ...texts].filter((text) => text !== '');
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

/** Beside a `CLAUDE.md` the client reads no `AGENTS.md`, unless that one is imported there. */
function folderTexts(folder: string): readonly string[] {
	const texts = ['CLAUDE.md', '.claude/CLAUDE.md'].map((name) => textOf(`${folder}/${name}`));
	const isRead = texts.every((text) => text === '') || texts.some((text) => IMPORTS.test(text));
	return isRead ? [...texts, textOf(`${folder}/AGENTS.md`)] : texts;
}

const IMPORTS = /@(?:\.\.?\/)?AGENTS\.md\b/;

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
