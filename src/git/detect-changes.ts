import { lstatSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Context } from '../context.ts';
import { unlessError } from '../store/errors.ts';
import { sha256 } from '../store/hashes.ts';
import { pathExists } from '../store/paths.ts';
import { readRegular } from '../store/read-file.ts';
import type { ChangedFile } from './attribution.ts';
import type { Place } from './place.ts';
import { askGit } from './quiet-git.ts';

/** The dirty files of a project as a session last found them. */
export interface DirtyFiles {
	/** Milliseconds since the epoch, by the clock of the project's file system. */
	readonly at: number;
	/** A hash of each content; empty if it is not compared. */
	readonly contents: Readonly<Record<string, string>>;
	/** Why nothing was found: git was too slow, or too much is dirty. */
	readonly trouble?: string | undefined;
}

/** Which files matter. */
interface Watch {
	readonly matters: (path: string) => boolean;
	/** The files and folders that contain all of them, relative to the root; none: anywhere. */
	readonly below: readonly string[];
}

/** With more dirty files than this, changes are not detected in full: a fault says so. */
const MAX_FILES = 2_000;
/** Bytes of dirty files that are read to compare them, at each reading. */
const MAX_READ = 4 * 1_024 * 1_024;
/** Milliseconds for one answer of git. */
const PATIENCE_MS = 1_500;
const STATUS = [
	...['status', '--porcelain=v2', '-z', '--untracked-files=all', '--no-renames'],
	...['--ignore-submodules=dirty', '--'],
];
const DIFF = ['diff', '--name-only', '-z', '--no-renames', '--no-ext-diff', '--no-textconv'];

function ask(place: Place, args: readonly string[], context: Context) {
	const literal = ['--literal-pathspecs', ...args];
	return askGit(place, literal, context, { timeoutMs: PATIENCE_MS });
}

/** The time by the clock of the file system that the repository is on; the system's if nothing may be written there. */
export function fileSystemNow({ stateDir, link }: Place, { now, pid }: Context): number {
	if (link !== undefined) return now();
	// If the process dies in between, `req prune` removes it by its name.
	const file = join(stateDir, `now.${pid}.tmp`);
	try {
		writeFileSync(file, '', { flag: 'wx' });
		return lstatSync(file).ctimeMs;
	} catch {
		return now();
	} finally {
		unlessError(() => rmSync(file, { force: true }));
	}
}

/**
 * The dirty files that matter, and which of them changed since a time. Only the kernel sets the time of a change (`ctime`);
 * a file with the content that it had before is unchanged.
 *
 * @param before how they were; of no use if it is later than `since`
 */
export async function detectChanges(
	place: Place,
	{ since, before }: { readonly since: number; readonly before: DirtyFiles | undefined },
	{ matters, below }: Watch,
	context: Context,
): Promise<{ readonly changed: readonly ChangedFile[]; readonly after: DirtyFiles }> {
	const printed = await ask(place, [...STATUS, ...below], context);
	const found = pathsIn(printed ?? '').filter(matters);
	const dirty = new Set(found.slice(0, MAX_FILES));
	const known = before !== undefined && before.at <= since ? before.contents : {};
	const contents = hashFiles(place, dirty);
	const all = printed === undefined ? [] : [...dirty, ...Object.keys(known)];
	const files = [...new Set(all)]
		.map((path) => ({ path, isDirty: dirty.has(path), changed: changedAt(place, path) }))
		.filter(({ changed }) => changed >= since);
	// What was committed since is clean, and a rebase writes it again as it was.
	const clean = files.filter(({ isDirty }) => !isDirty).map(({ path }) => path);
	const cleanContents = hashFiles(place, clean);
	const changed = files.filter(({ path }) => {
		const content = contents[path] ?? cleanContents[path];
		return content === '' || content !== known[path];
	});
	const isMuch = found.length > MAX_FILES;
	let trouble = isMuch ? `more than ${MAX_FILES} files differ from HEAD` : undefined;
	if (printed === undefined) trouble = 'git did not answer in time';
	// Not earlier: a call that began since may have changed what was read.
	return { changed, after: { at: fileSystemNow(place, context), contents, trouble } };
}

/** When a file last changed; if it was deleted, when the nearest folder left did. */
export function changedAt(place: Place, path: string): number {
	const stat = unlessError(() => lstatSync(join(place.root, path)));
	if (stat !== undefined) return stat.ctimeMs;
	return path === '.' ? 0 : changedAt(place, dirname(path));
}

/** Those of some files that differ from HEAD; `undefined` if git does not tell. */
export async function uncommittedFiles(
	place: Place,
	paths: readonly string[],
	context: Context,
): Promise<readonly string[] | undefined> {
	const printed = await ask(place, [...STATUS, ...paths], context);
	return printed === undefined ? undefined : pathsIn(printed);
}

/** Files in which two commits differ, written `A`, `B` or `A...B` as git takes them; none if git does not tell. */
export async function differingFiles(
	place: Place,
	commits: readonly string[],
	context: Context,
): Promise<readonly string[]> {
	const printed = await ask(place, [...DIFF, ...commits, '--'], context);
	return (printed ?? '').split('\0').filter((path) => path !== '');
}

/** Of `git status --porcelain=v2 -z`. The files of another repository in a folder, or of a submodule, are its own. */
function pathsIn(printed: string): string[] {
	return printed.split('\0').flatMap((line) => {
		if (line.startsWith('? ')) return line.endsWith('/') ? [] : [line.slice(2)];
		// `1 .M N... <modes> <hashes> <path>`, or `u …` of a conflict.
		const fields = { 1: 8, u: 10 }[line[0] ?? ''];
		return fields === undefined || line[5] === 'S' ? [] : [line.split(' ').slice(fields).join(' ')];
	});
}

/** A hash of the content of each file; empty for one that is not read: no regular file, or too much with those before it. */
function hashFiles({ root }: Place, paths: Iterable<string>): Record<string, string> {
	const hashes: Record<string, string> = Object.create(null);
	let left = MAX_READ;
	for (const path of paths) {
		const file = join(root, path);
		const read = unlessError(() => readRegular(file, { bytes: left, of: 'whole' }));
		const text = read?.kind === 'text' ? read.text : undefined;
		left -= text?.length ?? 0;
		hashes[path] = text === undefined ? '' : sha256(text);
		if (!pathExists(file)) hashes[path] = 'deleted';
	}
	return hashes;
}
