import { spawnSync } from 'node:child_process';
import {
	chmodSync,
	closeSync,
	fsyncSync,
	lstatSync,
	openSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { PutBack, Snapshots } from '../app/look-ports.ts';
import { GONE } from '../core/observe/look.ts';
import { contentMark, type Restorable } from '../core/observe/restorable.ts';
import { isInside, type Place } from '../core/place/place.ts';
import { type GitEnv, withoutGit } from './ask-git.ts';
import { syncDirectory } from './log.ts';
import { existingPart, realPath } from './read-regular.ts';
import { contentOfText, fileText, type SnapshotStore, snapshotStore } from './snapshot-store.ts';
import { makeDirectory } from './state-folders.ts';

const LINK = 0o120000;
const KIND = 0o170000;
/** Filters of LFS may fetch. Longer, and the file stays as it is. */
const MOST_MS = 120_000;

/** Puts files back: what was clean by git, all else from the snapshots. */
export function liveSnapshots(env: GitEnv): Snapshots {
	return {
		standing: ({ root }, path) => {
			try {
				return contentMark(fileAt(join(root, path)).content);
			} catch {
				// One file that cannot be read keeps no other from being put back.
				return 'unreadable';
			}
		},
		putBack: (place, file, isDry) => {
			const path = join(place.root, file.path);
			const store = snapshotStore(place.stateDir);
			try {
				const obstacle = obstacleTo(place, { ...file, path }, store);
				if (obstacle !== undefined || isDry) return obstacle ?? 'done';
				if (!isKept(path, store)) return 'failed';
				// Somebody may have been quicker.
				return (
					obstacleTo(place, { ...file, path }, store) ??
					putBack(place, { ...file, path }, { store, env })
				);
			} catch {
				return 'failed';
			}
		},
	};
}

/** What the call left is not lost either: where it cannot be kept, it stays. */
function isKept(path: string, store: SnapshotStore): boolean {
	const { content, text } = fileAt(path);
	if (text === undefined) return true;
	store.keep(content, text);
	return store.read(content) === text;
}

/** `file.path`: absolute. */
function obstacleTo(
	place: Place,
	{ path, was, left }: Restorable,
	store: SnapshotStore,
): PutBack | undefined {
	const [folder = '', root = ''] = [existingPart(dirname(path)), place.root].map(realPath);
	const isGits = path.slice(place.root.length).toLowerCase().split('/').includes('.git');
	if (isGits || (folder !== root && !isInside(folder, root))) return 'outside';
	if (was === '' || left === '') return 'not_kept';
	const { content, text } = fileAt(path);
	if (contentMark(content) !== left) return 'changed';
	// A folder in a file's place: what a person has put into it would go with it.
	if (text === undefined && content !== GONE) return 'failed';
	const isLost = was.startsWith('=') && store.read(was.slice(1)) === undefined;
	return isLost ? 'not_kept' : undefined;
}

function putBack(
	place: Place,
	{ path, was, left, commit }: Restorable,
	{ store, env }: { readonly store: SnapshotStore; readonly env: GitEnv },
): PutBack {
	const isAsLeft = () => contentMark(fileAt(path).content) === left;
	if (was === 'absent') {
		rmSync(path, { force: true });
		return 'done';
	}
	if (was === 'clean') return byGit(place, { path, commit }, env);
	const text = store.read(was.slice(1));
	if (text === undefined) return 'not_kept';
	makeDirectory(dirname(path), 0o777);
	const temporary = `${path}.${process.pid}.req.tmp`;
	const end = text.indexOf('\n');
	const [mode, bytes] = [Number(text.slice(0, end)), Buffer.from(text.slice(end + 1), 'latin1')];
	try {
		if ((mode & KIND) === LINK) symlinkSync(bytes, temporary);
		else writeWhole(temporary, bytes, mode & 0o7777);
		if (!isAsLeft()) return 'changed';
		renameSync(temporary, path);
	} finally {
		rmSync(temporary, { force: true });
	}
	syncDirectory(dirname(path));
	return 'done';
}

function writeWhole(path: string, bytes: Buffer, mode: number): void {
	const file = openSync(path, 'wx', 0o600);
	try {
		writeFileSync(file, bytes);
		fsyncSync(file);
	} finally {
		closeSync(file);
	}
	chmodSync(path, mode);
}

/** As `git restore` does it, the user's filters too: LFS has to write the file, and not what stands for it. */
function byGit(
	{ root }: Place,
	{ path, commit = '' }: Pick<Restorable, 'path' | 'commit'>,
	env: GitEnv,
): PutBack {
	if (!/^[0-9a-f]{40,64}$/.test(commit)) return 'not_kept';
	const quiet = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false'];
	const restore = ['restore', `--source=${commit}`, '--worktree', '--', path];
	const ran = spawnSync('git', [...quiet, '--literal-pathspecs', ...restore], {
		...{ cwd: root, env: withoutGit(env), stdio: 'ignore', timeout: MOST_MS },
	});
	return ran.status === 0 ? 'done' : 'failed';
}

/** What stands at a path; `text`: as a snapshot of it would. */
function fileAt(path: string): { readonly content: string; readonly text?: string } {
	const stat = lstatSync(path, { throwIfNoEntry: false });
	if (stat === undefined) return { content: GONE };
	const text = fileText(path, stat);
	if (text === undefined) return { content: 'neither a file nor a link' };
	return { content: contentOfText(text), text };
}
