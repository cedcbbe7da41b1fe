import { lstatSync, readFileSync, readlinkSync, rmSync, type Stats, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Context } from '../core/context.ts';
import { unlessError } from '../store/errors.ts';
import { sha256 } from '../store/hashes.ts';
import type { ChangedFile } from './attribution.ts';
import type { Place } from './place.ts';
import { askGit } from './quiet-git.ts';

/** The dirty files of a project as a session last found them. */
export interface DirtyFiles {
	/** Milliseconds since the epoch, by the clock of the project's file system. */
	readonly at: number;
	/** A hash of each content; empty for a large file. */
	readonly contents: Readonly<Record<string, string>>;
	/** Why nothing was found: git was too slow, or too much is dirty. */
	readonly trouble?: string;
}

/** Which files matter. */
interface Watch {
	readonly matters: (path: string) => boolean;
	/** The files and folders that contain all of them, relative to the root; none: anywhere. */
	readonly below: readonly string[];
}

/** With more dirty files than this, changes are not detected in full: a fault says so. */
const MAX_FILES = 2_000;
/** The content of so many dirty files is compared, and of so many bytes. */
const MAX_READ = { files: 200, bytes: 1_048_576 };
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
export function fileSystemNow({ gitDir = '' }: Place, { now, pid }: Context): number {
	const file = join(gitDir, `req-now-${pid}`);
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
	const none = { at: fileSystemNow(place, context), contents: {} };
	if (printed === undefined)
		return { changed: [], after: { ...none, trouble: 'git did not answer in time' } };
	const dirty = new Set(pathsIn(printed).filter(matters));
	const known = before !== undefined && before.at <= since ? before.contents : {};
	const contents: Record<string, string> = Object.create(null);
	const rest = { ...MAX_READ };
	const changed: ChangedFile[] = [];
	const all = new Set([...[...dirty].slice(0, MAX_FILES), ...Object.keys(known)]);
	for (const path of all) {
		const isDirty = dirty.has(path);
		const content = isDirty ? contentOf(join(place.root, path), rest) : '';
		if (isDirty) contents[path] = content;
		const isSame = content !== '' && Object.hasOwn(known, path) && known[path] === content;
		const time = changedAt(place, path);
		if (time >= since && !isSame) changed.push({ path, isDirty, changed: time });
	}
	const trouble = `more than ${MAX_FILES} files differ from HEAD`;
	if (dirty.size > MAX_FILES) return { changed, after: { ...none, trouble } };
	// Not earlier: a call that began since may have changed what was read.
	return { changed, after: { at: fileSystemNow(place, context), contents } };
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

/** Whether a commit is part of a remote's branch or of another commit. */
export async function isKnown(
	place: Place,
	{ commit, known }: { readonly commit: string; readonly known: string },
	context: Context,
): Promise<boolean> {
	const asked = ['rev-list', '--max-count=1', commit, `^${known}`, '--not', '--remotes', '--'];
	return (await ask(place, asked, context)) === '';
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

/** A hash of the content, or of where a link leads, and of the mode; empty if the file is large. */
function contentOf(file: string, rest: { files: number; bytes: number }): string {
	const stat: Stats | undefined = unlessError(() => lstatSync(file));
	if (stat === undefined) return 'deleted';
	const isReadable = stat.isFile() || stat.isSymbolicLink();
	if (!isReadable || rest.files <= 0 || stat.size > rest.bytes) return '';
	rest.files -= 1;
	rest.bytes -= stat.size;
	const text = unlessError(() =>
		stat.isFile() ? readFileSync(file, 'latin1') : readlinkSync(file, 'latin1'),
	);
	return text === undefined ? '' : sha256(`${stat.mode}\n${text}`).slice(0, 40);
}
