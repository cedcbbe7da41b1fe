import { spawnSync } from 'node:child_process';
import {
	chmodSync,
	closeSync,
	fsyncSync,
	lstatSync,
	openSync,
	readFileSync,
	readlinkSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { PutBack, Snapshots } from '../app/look-ports.ts';
import { type Restorable, standingOf } from '../core/observe/restorable.ts';
import { isInside } from '../core/place/paths.ts';
import type { Place } from '../core/place/place.ts';
import { type GitEnv, withoutGit } from './ask-git.ts';
import { syncDirectory } from './log.ts';
import { existingPart, realPath } from './read-regular.ts';
import { contentOfText, type SnapshotStore, snapshotStore } from './snapshot-store.ts';
import { makeDirectory } from './state-folders.ts';

const LINK = 0o120000;
const KIND = 0o170000;

/** Puts files back: what was clean by git, all else from the snapshots. */
export function liveSnapshots(env: GitEnv): Snapshots {
	return {
		standing: ({ root }, path) => standingOf(fileAt(join(root, path)).content),
		putBack: (place, file, isDry) => {
			const path = join(place.root, file.path);
			const store = snapshotStore(place.stateDir);
			const obstacle = obstacleTo(place, { ...file, path }, store);
			if (obstacle !== undefined || isDry) return obstacle ?? 'done';
			// What the call left is not lost either.
			const { content, text } = fileAt(path);
			if (text !== undefined) store.keep(content, text);
			try {
				return putBack(place, { ...file, path }, { store, env });
			} catch {
				return 'failed';
			}
		},
	};
}

/** `file.path`: absolute. */
function obstacleTo(
	place: Place,
	{ path, was, left }: Restorable,
	store: SnapshotStore,
): PutBack | undefined {
	const [folder = '', root = ''] = [existingPart(dirname(path)), place.root].map(realPath);
	const isGits = path.slice(place.root.length).split('/').includes('.git');
	if (isGits || (folder !== root && !isInside(folder, root))) return 'outside';
	if (was === '' || left === '') return 'not_kept';
	if (standingOf(fileAt(path).content) !== left) return 'changed';
	return was.startsWith('=') && !store.has(was.slice(1)) ? 'not_kept' : undefined;
}

function putBack(
	place: Place,
	{ path, was, left, commit }: Restorable,
	{ store, env }: { readonly store: SnapshotStore; readonly env: GitEnv },
): PutBack {
	const isAsLeft = () => standingOf(fileAt(path).content) === left;
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
		...{ cwd: root, env: withoutGit(env), stdio: 'ignore' },
	});
	return ran.status === 0 ? 'done' : 'failed';
}

/** What stands at a path; `text`: as a snapshot of it would. */
function fileAt(path: string): { readonly content: string; readonly text?: string } {
	const stat = lstatSync(path, { throwIfNoEntry: false });
	if (stat === undefined) return { content: 'gone' };
	const bytes = stat.isFile()
		? readFileSync(path, 'latin1')
		: stat.isSymbolicLink()
			? readlinkSync(path, 'latin1')
			: undefined;
	if (bytes === undefined) return { content: 'neither a file nor a link' };
	const text = `${stat.mode}\n${bytes}`;
	return { content: contentOfText(text), text };
}
