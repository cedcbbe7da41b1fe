import { lstatSync, readFileSync, readlinkSync, rmSync, type Stats, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Context } from '../core/context.ts';
import { fnv1a } from '../core/text/strings.ts';
import { writeCache } from '../store/atomic-write.ts';
import { unlessError } from '../store/errors.ts';
import { sha256 } from '../store/hashes.ts';
import { parseJson, textOrNothing } from '../store/read-file.ts';
import type { ChangedFile } from './attribution.ts';
import { callsOf, type SessionCalls } from './call-marks.ts';
import type { Place } from './place.ts';
import { askGit } from './quiet-git.ts';

/** The dirty files of a project as a session last found them. */
export interface Snapshot {
	/** Milliseconds since the epoch, by the clock of the project's file system. */
	readonly at: number;
	/** A hash of each, or nothing of a large file. */
	readonly contents: Readonly<Record<string, string>>;
	/** Why there is none: git was too slow, or too much is dirty. */
	readonly trouble?: string;
}

/** Which files matter. */
export interface Watch {
	readonly matters: (path: string) => boolean;
	/** The files and folders that contain all of them, relative to the root; none: anywhere. */
	readonly below: readonly string[];
}

const MAX_BYTES = 4 * 1_048_576;
/** More dirty files than this are not looked at one by one. */
const MAX_FILES = 2_000;
/** The content of so many dirty files is compared, and of so many bytes. */
const MAX_READ = { files: 200, bytes: 1_048_576 };
/** Milliseconds for one answer of git. */
const PATIENCE_MS = 1_500;
/** Milliseconds until git is asked again after it was too slow: asking at each call would cost its patience. */
const ASK_AGAIN_MS = 10 * 60 * 1_000;
const STATUS = [
	...['--literal-pathspecs', 'status', '--porcelain=v2', '-z', '--untracked-files=all'],
	...['--no-renames', '--ignore-submodules=dirty', '--'],
];
const DIFF = [
	...['--literal-pathspecs', 'diff', '--name-only', '-z', '--no-renames', '--no-ext-diff'],
	...['--no-textconv', '--ignore-submodules=dirty'],
];

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

function snapshotFile(calls: SessionCalls, root: string): string {
	return join(callsOf(calls), `files-${fnv1a(root)}`);
}

/** How the session last found the files of a project; `undefined` if it never looked. */
export function readSnapshot(calls: SessionCalls, root: string): Snapshot | undefined {
	const text = textOrNothing(snapshotFile(calls, root), MAX_BYTES);
	const snapshot = parseJson(text) as Snapshot | undefined;
	return typeof snapshot?.at === 'number' && snapshot.contents ? snapshot : undefined;
}

/** Keeps it until the session ends. */
export function writeSnapshot(calls: SessionCalls, root: string, snapshot: Snapshot): void {
	calls.context.writing.begin();
	writeCache(snapshotFile(calls, root), JSON.stringify(snapshot));
}

/** Whether git was too slow, or too much was dirty, a moment ago. */
export function isHopeless(snapshot: Snapshot | undefined, now: number): boolean {
	return snapshot?.trouble !== undefined && now - snapshot.at < ASK_AGAIN_MS;
}

/**
 * The dirty files that matter, and which of them changed since a time. The file system says when, and only the kernel sets
 * its `ctime`; a file with the content that it had before is unchanged.
 *
 * @param before how they were then; of no use if it is later than `since`
 */
export async function detectChanges(
	place: Place,
	{ matters, below }: Watch,
	{ since, before }: { readonly since: number; readonly before: Snapshot | undefined },
	context: Context,
): Promise<{ readonly changed: readonly ChangedFile[]; readonly after: Snapshot }> {
	const options = { timeoutMs: PATIENCE_MS };
	const printed = await askGit(place, [...STATUS, ...below], context, options);
	if (printed === undefined) {
		const trouble = 'git did not answer in time';
		return { changed: [], after: { at: context.now(), contents: {}, trouble } };
	}
	const dirty = pathsIn(printed).filter(matters);
	const known = before !== undefined && before.at <= since ? before.contents : {};
	const clean = Object.keys(known).filter((path) => !dirty.includes(path));
	const rest = { ...MAX_READ };
	const contents: Record<string, string> = Object.create(null);
	const changed: ChangedFile[] = [];
	for (const path of dirty.slice(0, MAX_FILES)) {
		const stat = statIn(place, path);
		const content = contentOf(join(place.root, path), stat, rest);
		contents[path] = content;
		const isSame = content !== '' && Object.hasOwn(known, path) && known[path] === content;
		const time = changedAt(place, path);
		if (time >= since && !isSame) changed.push({ path, isDirty: true, changed: time });
	}
	for (const path of clean) {
		const time = changedAt(place, path);
		if (time >= since) changed.push({ path, isDirty: false, changed: time });
	}
	// Not earlier: a call that began since may have changed what was read.
	const at = fileSystemNow(place, context);
	if (dirty.length <= MAX_FILES) return { changed, after: { at, contents } };
	const trouble = `more than ${MAX_FILES} files differ from HEAD`;
	return { changed, after: { at, contents: {}, trouble } };
}

/** When a file last changed; if it was deleted, when the nearest folder left did. */
export function changedAt(place: Place, path: string): number {
	const stat = statIn(place, path);
	if (stat !== undefined) return stat.ctimeMs;
	return path === '.' ? 0 : changedAt(place, dirname(path));
}

function statIn({ root }: Place, path: string): Stats | undefined {
	return unlessError(() => lstatSync(join(root, path), { throwIfNoEntry: false }));
}

/** Those of some files that differ from HEAD; `undefined` if git does not tell. */
export async function uncommittedFiles(
	place: Place,
	paths: readonly string[],
	context: Context,
): Promise<readonly string[] | undefined> {
	const options = { timeoutMs: PATIENCE_MS };
	const printed = await askGit(place, [...STATUS, ...paths], context, options);
	return printed === undefined ? undefined : pathsIn(printed);
}

/** Files in which two commits differ, written `A`, `B` or `A...B` as git takes them; none if git does not tell. */
export async function differingFiles(
	place: Place,
	commits: readonly string[],
	context: Context,
): Promise<readonly string[]> {
	const args = [...DIFF, ...commits, '--'];
	const printed = await askGit(place, args, context, { timeoutMs: PATIENCE_MS });
	return (printed ?? '').split('\0').filter((path) => path !== '');
}

/** Whether a commit is part of a remote's branch or of another commit. */
export async function isKnown(
	place: Place,
	commit: string,
	known: string,
	context: Context,
): Promise<boolean> {
	const args = ['rev-list', '--max-count=1', commit, `^${known}`, '--not', '--remotes', '--'];
	return (await askGit(place, args, context, { timeoutMs: PATIENCE_MS })) === '';
}

/** Of `git status --porcelain=v2 -z`; the files of another repository in a folder, or of a submodule, are its own. */
function pathsIn(printed: string): string[] {
	return printed.split('\0').flatMap((line) => {
		if (line.startsWith('? ')) return line.endsWith('/') ? [] : [line.slice(2)];
		// `1 .M N... <modes> <hashes> <path>`, or `u …` of a conflict.
		const fields = { 1: 8, u: 10 }[line[0] ?? ''];
		if (fields === undefined || line[5] === 'S') return [];
		return [line.split(' ').slice(fields).join(' ')];
	});
}

/** A hash of the content, or where a link leads, and of the mode; empty if the file is large, or is no file. */
function contentOf(
	file: string,
	stat: Stats | undefined,
	rest: { files: number; bytes: number },
): string {
	if (stat === undefined) return 'gone';
	if (rest.files <= 0 || stat.size > rest.bytes) return '';
	rest.files -= 1;
	rest.bytes -= stat.size;
	const text = unlessError(() => {
		if (stat.isFile()) return readFileSync(file, 'latin1');
		return stat.isSymbolicLink() ? readlinkSync(file, 'latin1') : '';
	});
	return text === undefined ? '' : sha256(`${stat.mode}\n${text}`).slice(0, 40);
}
