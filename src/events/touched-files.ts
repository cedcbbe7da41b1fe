import type { Ports } from '../app/ports.ts';
import { isInside, parentOf, relativeTo } from '../core/text/paths.ts';
import { placeIfReadable } from '../git/find-place.ts';
import { ignoredFiles } from '../git/ignored-files.ts';
import { type Place, projectName } from '../git/place.ts';
import type { JournalEntry } from '../journal/entries.ts';
import type { WrittenFile } from '../shell/writes.ts';
import { realPath } from '../store/paths.ts';
import { distinctPlaces, isOfGitOrClaudeCode, isPlan } from './projects.ts';

/** A file somebody worked on: relative to the root of its project. */
interface TouchedFile {
	readonly path: string;
	/** Name of the project, where that is not the session's own. */
	readonly project?: string;
	/** Whose file it is, to ask git about it. */
	readonly place: Place;
}

/** A call that writes more says something about itself, not about each file. */
const MAX_FILES = 64;

/**
 * The files of a call as a journal names them. What lies outside every project, what the client and git keep for
 * themselves, and what only a pattern names is left out.
 */
export function touchedFiles(
	files: readonly WrittenFile[],
	{ home, ports }: { readonly home: Place; readonly ports: Ports },
): TouchedFile[] {
	const configDir = realPath(ports.host.configDir);
	const paths = new Set(files.map(({ path }) => path).filter((path) => !/[*\0]/.test(path)));
	return [...paths].slice(0, MAX_FILES).flatMap((file) => {
		const path = realPath(file);
		const isClients = isOfGitOrClaudeCode(path, configDir) || isPlan(path, home, ports);
		return isClients ? [] : fileIn(path, home, ports);
	});
}

function fileIn(path: string, home: Place, { context }: Ports): TouchedFile[] {
	const own = placeIfReadable(parentOf(path), context);
	const place = own?.git === true ? own : home;
	if (!isInside(path, place.root)) return [];
	const file = { path: relativeTo(place.root, path), place };
	return place.stateDir === home.stateDir ? [file] : [{ ...file, project: projectName(place) }];
}

/** The same without what git ignores: `npm ci` and `ls > a.log` change no source. */
export async function withoutIgnored(
	files: readonly TouchedFile[],
	{ context }: Ports,
): Promise<TouchedFile[]> {
	const kept: TouchedFile[] = [];
	for (const place of distinctPlaces(files.map((file) => file.place))) {
		const here = files.filter((file) => file.place.root === place.root);
		const paths = here.map(({ path }) => path);
		const ignored = place.git ? await ignoredFiles(place, paths, context) : new Set();
		kept.push(...here.filter(({ path }) => !ignored.has(path)));
	}
	return kept;
}

export function fileEntry({ path, project, place }: TouchedFile): JournalEntry {
	const worktree = place.mainRoot === undefined ? undefined : place.root;
	return { e: 'file', path, project, worktree };
}
