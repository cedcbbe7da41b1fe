import { type BigIntStats, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BroughtAsked } from '../app/look-ports.ts';
import type { Place } from '../core/place/place.ts';
import { readGitFile } from './git-files.ts';
import { linkStatOf, madeSince } from './new-commits.ts';
import { type AskGit, configText } from './quiet-git.ts';
import { readTail } from './read-regular.ts';

/** Of so many files, and of so many stashes, git is asked what it brought. */
const MAX_FILES = 2_000;
const MAX_STASHES = 5;
const MAX_LOG = 65_536;
const HASH = /^[0-9a-f]{40,64}$/;

/** What git may have joined into the working tree: files as they are in one commit, where they differ from another. */
interface Side {
	readonly theirs: string;
	/** None: all that is there. */
	readonly base?: string;
	/** Whether git may have joined a file of it with that of the branch: what came of that has no name. */
	readonly isJoined: boolean;
	/** The only files that it may be about. */
	readonly only?: readonly string[];
}

/** Stashes, newest first. */
export function stashes({ stateDir }: Place): string[] {
	const log = readTail(join(stateDir, '../logs/refs/stash'), MAX_LOG) ?? '';
	const commits = log.split('\n').map((line) => line.split(' ')[1] ?? '');
	return commits
		.filter((commit) => HASH.test(commit))
		.slice(-MAX_STASHES)
		.reverse();
}

/** Commits that are being merged. */
export function merging(place: Place): string[] {
	return hashesIn(readGitFile(join(place.gitDir ?? '', 'MERGE_HEAD')));
}

const BUSY = [
	...['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'REBASE_HEAD'],
	...['rebase-merge', 'rebase-apply'],
];

/** Whether git is in the middle of a merge, a rebase or a pick: who gives it up removes what it brought. */
export function isBusy({ gitDir = '' }: Place): boolean {
	return BUSY.some((name) => existsSync(join(gitDir, name)));
}

function hashesIn(text = ''): string[] {
	return text.split('\n').filter((line) => HASH.test(line));
}

/**
 * Those of some changed files that git itself wrote: as they are committed or staged behind a filter that is off for a
 * look, as the other side of a merge, rebase, revert or stash has them, or as git has joined both.
 */
export function broughtAmong(git: AskGit, place: Place, asked: BroughtAsked): string[] {
	const paths = asked.paths.slice(0, MAX_FILES);
	const index = indexOf(git, place, paths);
	const now = blobsNow(git, place, { paths, index });
	const sides = sidesOf(git, place, { ...asked, ...index });
	const named = sides.flatMap(({ theirs, base }) =>
		base === undefined ? [theirs] : [theirs, base],
	);
	const trees = [...new Set(['HEAD', ...named])];
	const names = [
		...trees.flatMap((tree) => paths.map((path) => `${tree}:${path}`)),
		...paths.flatMap((path) => now.get(path) || []),
	];
	const objects = objectsNamed(git, place, names);
	if (objects === undefined) return [];
	const at = (tree: string, path: string) => objects.get(`${tree}:${path}`) ?? '';
	const mayBeOf = ({ theirs, base, only }: Side, path: string) =>
		(only?.includes(path) ?? true) &&
		at(theirs, path) !== (base === undefined ? '' : at(base, path));
	const isMade = madeSince(place, asked.since);
	const isBrought = (path: string) => {
		const blob = now.get(path);
		if (blob === undefined) return false;
		if (blob === at('HEAD', path)) return true;
		return sides.some((side) => {
			if (!mayBeOf(side, path)) return false;
			// What git has joined is an object that it wrote just now; any other one somebody can copy.
			const isNew = side.isJoined && blob !== '' && objects.has(blob) && isMade(blob);
			return at(side.theirs, path) === blob || isNew;
		});
	};
	const brought = paths.filter(isBrought);
	const others = paths.filter(
		(path) => !brought.includes(path) && sides.some((side) => mayBeOf(side, path)),
	);
	return [...brought, ...filteredAmong(git, place, others)];
}

/** Those behind a filter: what git made of them cannot be read without it. */
function filteredAmong(git: AskGit, place: Place, paths: readonly string[]): string[] {
	if (paths.length === 0) return [];
	const output = git(place, ['check-attr', '-z', 'filter', '--', ...paths]) ?? '';
	const values = output.split('\0').filter((_, index) => index % 3 === 2);
	return paths.filter((_, index) => !/^un(?:set|specified)$/.test(values[index] ?? 'unset'));
}

/**
 * What each file holds now, by git's name for it; empty where it is gone, absent where nobody can tell. Of one that is as
 * git left it that is what git staged, whatever filter made it.
 */
function blobsNow(
	git: AskGit,
	place: Place,
	{ paths, index }: { readonly paths: readonly string[]; readonly index: Index },
): Map<string, string> {
	const { staged } = index;
	const hasModes = !/filemode\s*=\s*false/i.test(configText(place));
	const now = new Map<string, string>();
	const unread: string[] = [];
	for (const path of paths) {
		const stat = linkStatOf(join(place.root, path));
		const entry = staged.get(path);
		if (stat === undefined) now.set(path, '');
		else if (entry !== undefined && entry.stamp === stampOf(stat)) now.set(path, entry.blob);
		else if (stat.isFile() && !(hasModes && entry !== undefined && isOtherMode(entry, stat)))
			unread.push(path);
	}
	for (const [path, blob] of hashed(git, place, unread)) now.set(path, blob);
	return now;
}

function hashed(git: AskGit, place: Place, paths: readonly string[]): [string, string][] {
	const output = paths.length === 0 ? undefined : git(place, ['hash-object', '--', ...paths]);
	const hashes = output?.split('\n') ?? [];
	return paths.flatMap((path, index) => {
		const hash = hashes[index] ?? '';
		return hash === '' ? [] : [[path, hash]];
	});
}

interface Staged {
	readonly mode: string;
	readonly blob: string;
	readonly stamp: string;
}

function isOtherMode({ mode }: Staged, stat: BigIntStats): boolean {
	return (mode === '100755') !== ((stat.mode & 0o100n) !== 0n);
}

/** `100644 <hash> 0\t<path>\0  ctime: 1:2\n  mtime: 1:2\n …  size: 3\tflags: 0\n`; in conflict with 1, 2 or 3. */
const CONFLICT = /\d{6} [0-9a-f]{40,64} [123]\t([^\0]+)\0/g;
const ENTRY =
	/(\d{6}) ([0-9a-f]{40,64}) 0\t([^\0]+)\0 {2}ctime: (\d+):(\d+)\n {2}mtime: (\d+):(\d+)\n[^\0]*?\n {2}size: (\d+)\t/g;

interface Index {
	readonly staged: ReadonlyMap<string, Staged>;
	/** Files in conflict. */
	readonly conflicts: readonly string[];
}

function indexOf(git: AskGit, place: Place, paths: readonly string[]): Index {
	const output = git(place, ['ls-files', '-s', '--debug', '-z', '--', ...paths]) ?? '';
	const staged = [...output.matchAll(ENTRY)].map(
		([, mode = '', blob = '', path = '', ...times]): [string, Staged] => {
			const [cs = '', cn = '', ms = '', mn = '', size = ''] = times;
			return [path, { mode, blob, stamp: [nanos(cs, cn), nanos(ms, mn), size].join(' ') }];
		},
	);
	const conflicts = [...output.matchAll(CONFLICT)].map(([, path = '']) => path);
	return { staged: new Map(staged), conflicts };
}

function nanos(seconds: string, rest: string): string {
	return String(BigInt(seconds) * 1_000_000_000n + BigInt(rest));
}

function stampOf({ ctimeNs, mtimeNs, size }: BigIntStats): string {
	return [ctimeNs, mtimeNs, size].join(' ');
}

/** What git works on here, or has worked on during the call, by the files in which it keeps that. */
function sidesOf(
	git: AskGit,
	place: Place,
	{ mark, since, here, known, conflicts }: BroughtAsked & Index,
): Side[] {
	const file = (name: string) => join(place.gitDir ?? '', name);
	const textOf = (name: string) => readGitFile(file(name)) ?? '';
	const isNew = (name: string) => (linkStatOf(file(name))?.ctimeNs ?? 0n) >= since;
	const replayed = (name: string): Side[] =>
		hashesIn(textOf(name)).map((one) => ({ theirs: one, base: `${one}^`, isJoined: isNew(name) }));
	const merged = (name: string, hashes: readonly string[]): Side[] =>
		hashes.flatMap((theirs) => {
			const base = git(place, ['merge-base', 'HEAD', theirs])?.trim();
			return base === undefined ? [] : [{ theirs, base, isJoined: isNew(name) }];
		});
	const [, squashed] = /^commit ([0-9a-f]{40,64})$/m.exec(textOf('SQUASH_MSG')) ?? [];
	const reverted = hashesIn(textOf('REVERT_HEAD'));
	// Written by a merge that stops: the working tree as git left it, with its marks of conflicts.
	const stopped = hashesIn(textOf('AUTO_MERGE')).map((theirs) => ({
		...{ theirs, isJoined: false, only: conflicts },
	}));
	const moved = mark.commit !== undefined && here !== undefined && here !== mark.commit;
	return [
		...stopped,
		...merged('MERGE_HEAD', merging(place)),
		...merged('SQUASH_MSG', squashed === undefined ? [] : [squashed]),
		...['CHERRY_PICK_HEAD', 'REBASE_HEAD'].flatMap(replayed),
		...reverted.map((base) => ({ theirs: `${base}^`, base, isJoined: isNew('REVERT_HEAD') })),
		...mark.stashes.flatMap((one) => [
			{ theirs: one, base: `${one}^`, isJoined: true },
			{ theirs: `${one}^3`, isJoined: false },
		]),
		// What was dirty is put on top of what HEAD moved to.
		...(moved ? [{ theirs: here, base: mark.commit, isJoined: true, only: known }] : []),
	];
}

/** The objects of some names; absent where there is none. */
function objectsNamed(
	git: AskGit,
	place: Place,
	names: readonly string[],
): ReadonlyMap<string, string> | undefined {
	const isPlain = names.every((name) => !name.includes('\n'));
	const input = names.map((name) => `${name}${isPlain ? '\n' : '\0'}`).join('');
	const asked = ['cat-file', '--batch-check=%(objectname)', ...(isPlain ? [] : ['-z'])];
	let rest = git(place, asked, input);
	if (rest === undefined) return undefined;
	const objects = new Map<string, string>();
	for (const name of names) {
		const missing = `${name} missing\n`;
		const end = rest.startsWith(missing) ? missing.length : rest.indexOf('\n') + 1;
		const object = rest.slice(0, end).trim();
		if (HASH.test(object)) objects.set(name, object);
		rest = rest.slice(end);
	}
	return objects;
}
