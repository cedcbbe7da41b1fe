import { type Stats, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { Fault } from '../core/fault/fault.ts';
import {
	linkTarget,
	readRegular,
	readTail,
	realPath,
	textOrNothing,
} from '../store/read-regular.ts';
import {
	type BranchName,
	DETACHED,
	type Place,
	parentOf,
	parseBranchName,
	parseBranchRef,
	type Tip,
} from './place.ts';

/** The packed references of the largest repositories come near it. */
const MAX_BYTES = 64 * 1024 * 1024;

/** One working tree, as its files describe it. All paths absolute, symlinks resolved. */
export interface Checkout {
	/** Top of the working tree; the repository itself where there is none. */
	readonly root: string;
	/** Holds this working tree's HEAD and rebase state. */
	readonly gitDir: string;
	/** Holds what all working trees share; `gitDir` itself except in a linked working tree. */
	readonly commonDir: string;
}

/**
 * Finds the working tree a directory lies in by reading files: the nearest
 * `.git` upwards that is a repository or points to one. Inside a `.git` directory that is the working
 * tree it belongs to. Above all, a bare repository.
 *
 * @param dir an existing directory, symlinks resolved
 */
export function findCheckout(dir: string): Checkout | undefined {
	for (const level of upwards(dir)) {
		const gitDir = gitDirOf(level);
		if (gitDir !== undefined) return describe(level, gitDir);
	}
	for (const level of upwards(dir)) {
		if (isBareRepository(level)) return describe(level, level);
	}
	return undefined;
}

/**
 * Text of a small file of git's; `undefined` where there is none to read. A pipe or a device, which
 * only an archive brings along, is no file of git's. Fault `git_failed` where it may not be read.
 */
export function readGitFile(path: string): string | undefined {
	try {
		const read = readRegular(path, { bytes: MAX_BYTES, of: 'whole' });
		return read.kind === 'text' ? read.text : undefined;
	} catch (error) {
		const { code, syscall } = error as NodeJS.ErrnoException;
		// Gone since the look at it, or in a directory where nothing can be looked at.
		if (syscall === 'stat' || code === 'ENOENT') return undefined;
		throw unreadable(path, error);
	}
}

function* upwards(dir: string): Generator<string> {
	let level = dir;
	yield level;
	while (dirname(level) !== level) {
		level = dirname(level);
		yield level;
	}
}

/** `.git` is the repository, or a file `gitdir: <path>` in linked working trees and submodules. */
function gitDirOf(level: string): string | undefined {
	const dotGit = join(level, '.git');
	const stat = statOf(dotGit);
	if (stat === undefined) return undefined;
	const target = stat.isDirectory() ? dotGit : pointedTo(dotGit);
	return target !== undefined && hasHead(target) ? realPath(target) : undefined;
}

function pointedTo(dotGit: string): string | undefined {
	const path = /^gitdir: ([^\0\r\n]+)/.exec(readGitFile(dotGit) ?? '')?.[1];
	return path === undefined ? undefined : resolve(dirname(dotGit), path);
}

function describe(root: string, gitDir: string): Checkout {
	const shared = readGitFile(join(gitDir, 'commondir'))?.trim() ?? '';
	const commonDir = shared === '' ? undefined : linkedTo(root, gitDir, shared);
	return { root, gitDir, commonDir: commonDir ?? gitDir };
}

/**
 * The repository a linked working tree belongs to; `undefined` where it does not know of it. Anybody can
 * write a `commondir`, and with another repository's name in it would read and change that one's state.
 */
function linkedTo(root: string, gitDir: string, shared: string): string | undefined {
	const back = readGitFile(join(gitDir, 'gitdir'))?.trim() ?? '';
	if (`${shared}${back}`.includes('\0') || back === '') return undefined;
	const commonDir = realPath(resolve(gitDir, shared));
	const isListed = join(commonDir, 'worktrees', basename(gitDir)) === gitDir;
	const isKnown = realPath(resolve(gitDir, back)) === realPath(join(root, '.git'));
	return isListed && isKnown ? commonDir : undefined;
}

/** What git takes for a repository without `.git`: HEAD, objects and refs side by side. */
function isBareRepository(dir: string): boolean {
	return hasHead(dir) && isDirectory(join(dir, 'objects')) && isDirectory(join(dir, 'refs'));
}

/** As a link it may lead nowhere: the branch it names may be unborn or packed. */
function hasHead(dir: string): boolean {
	const path = join(dir, 'HEAD');
	return statOf(path)?.isFile() === true || refOfLink(path) !== undefined;
}

function isDirectory(path: string): boolean {
	return statOf(path)?.isDirectory() === true;
}

function statOf(path: string): Stats | undefined {
	try {
		return statSync(path, { throwIfNoEntry: false });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
		throw unreadable(path, error);
	}
}

function unreadable(path: string, cause: unknown): Fault {
	return new Fault('git_failed', `cannot read ${path}`, { hint: 'git status', cause });
}

/** HEAD of a repository with the reftable backend; the real one is in binary tables. */
const IN_TABLES = 'refs/heads/.invalid';

/** No further do references name one another for git. */
const MAX_REFS = 5;

/**
 * The branch of a working tree (D4): the one HEAD names, born or not, and if that is another name of a branch, the
 * latter, where commits land; on a detached HEAD the one being rebased, else `@detached`, with the working tree's name in a
 * linked one.
 *
 * @param askHead git's own answer to which reference HEAD names; asked only where files cannot tell
 */
export function branchOf(checkout: Checkout, askHead: () => string | undefined): BranchName {
	const head = refIn(readHead(checkout.gitDir) ?? '');
	const ref = head === IN_TABLES ? askHead() : head;
	const branch =
		ref === undefined ? rebased(checkout.gitDir) : parseBranchRef(lastRef(ref, checkout));
	return branch ?? detached(checkout);
}

/** The text of HEAD; what a link in its place means is said as git would write it. */
export function readHead(gitDir: string): string | undefined {
	const path = join(gitDir, 'HEAD');
	const linked = refOfLink(path);
	return linked === undefined ? readGitFile(path) : `ref: ${linked}`;
}

/** `git symbolic-ref refs/heads/al refs/heads/main` makes `al` another name of `main`. Empty where there is no end to it. */
function lastRef(ref: string, { gitDir, commonDir }: Checkout): string {
	let last = ref;
	for (let count = 0; count < MAX_REFS; count += 1) {
		if (parseBranchName(last) === undefined) return '';
		const isShared = /^refs\/(?!bisect\/|rewritten\/|worktree\/)/.test(last);
		const path = join(isShared ? commonDir : gitDir, last);
		const next = refOfLink(path) ?? refIn(textOrNothing(path, MAX_BYTES));
		if (next === undefined) return last;
		last = next;
	}
	return '';
}

/** `ref: refs/heads/main`: the reference that the text of a reference names. */
function refIn(text: string): string | undefined {
	return /^ref:\s*([^\0\r\n]+)/.exec(text)?.[1]?.trimEnd();
}

/** The same of a link, which git does not follow. */
function refOfLink(path: string): string | undefined {
	const target = linkTarget(path);
	return target?.startsWith('refs/') ? target : undefined;
}

/** `head-name` of either rebase backend: `refs/heads/topic`, or `detached HEAD`. */
function rebased(gitDir: string): BranchName | undefined {
	const name =
		readGitFile(join(gitDir, 'rebase-merge', 'head-name')) ??
		readGitFile(join(gitDir, 'rebase-apply', 'head-name'));
	return name === undefined ? undefined : parseBranchRef(name.trim());
}

function detached({ gitDir, commonDir }: Checkout): BranchName {
	return (gitDir === commonDir ? DETACHED : `${DETACHED}-${basename(gitDir)}`) as BranchName;
}

/** A log grows by about 150 bytes a commit: this is some 7,000 of them. */
const TAIL = 1_048_576;

/**
 * Earlier names of a branch, newest first, by the "renamed" lines of its own log, which moves with the
 * branch (D4). Not by the log of HEAD: it outlives the branch, and a new branch of the same name is
 * another one. A name that is a branch again keeps its own state and is left out. Empty with the
 * reftable backend, whose logs are no files.
 *
 * @param commonDir the git directory all working trees share
 */
export function earlierNames(commonDir: string, branch: BranchName): BranchName[] {
	return chain(branch, logOf(commonDir, branch) ?? '').filter((name) => !isBranch(commonDir, name));
}

/** The end of a branch's own log; `undefined` where it has none. */
function logOf(commonDir: string, branch: BranchName): string | undefined {
	return readTail(join(commonDir, 'logs', 'refs', 'heads', branch), TAIL);
}

/** Follows `Branch: renamed refs/heads/old to refs/heads/new` from the newest line back. */
function chain(branch: BranchName, log: string): BranchName[] {
	const names = new Set<BranchName>([branch]);
	let current = branch;
	for (const line of log.split('\n').reverse()) {
		const [, from, to] = /\tBranch: renamed (\S+) to (\S+)$/.exec(line) ?? [];
		const old = from === undefined ? undefined : parseBranchRef(from);
		if (old === undefined || to !== `refs/heads/${current}`) continue;
		names.add(old);
		current = old;
	}
	names.delete(branch);
	return [...names];
}

/** Whether git's files name a branch; they do not where references are in tables. */
export function isBranch(commonDir: string, name: BranchName): boolean {
	if (readGitFile(join(commonDir, 'refs', 'heads', name)) !== undefined) return true;
	const packed = readGitFile(join(commonDir, 'packed-refs')) ?? '';
	return packed.includes(` refs/heads/${name}\n`);
}

const COMMIT = /^[0-9a-f]{40,64}$/;

/**
 * The commit a branch stands at, read from git's files: `refs/heads/<branch>` of the common directory,
 * else its line in `packed-refs`. `undefined` where they do not tell (detached, unborn, reftable).
 */
export function branchCommit(place: Place): string | undefined {
	const commonDir = parentOf(place.stateDir);
	const loose = readGitFile(join(commonDir, 'refs', 'heads', place.branch))?.trim();
	const commit = loose ?? packedCommit(readGitFile(join(commonDir, 'packed-refs')) ?? '', place);
	return commit !== undefined && COMMIT.test(commit) ? commit : undefined;
}

/** `1f0c… refs/heads/main` */
function packedCommit(text: string, { branch }: Place): string | undefined {
	const line = text.split('\n').find((one) => one.endsWith(` refs/heads/${branch}`));
	return line?.split(' ')[0];
}

const LINE = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) [^\t]*?> (\d+) [^\t]*(?:\t(.*))?$/;
/** Of what began a branch, enough to tell two of one second apart. */
const MAX_WORDS = 200;
const NONE = /^0+$/;
const FAST_FORWARD = /: fast-forward$/;

interface Move {
	readonly from: string;
	readonly to: string;
	/** Seconds since the epoch. */
	readonly at: string;
	/** What did it; empty where nobody said. */
	readonly by: string;
}

/** Where a branch stands now, and how its log began; `undefined` where git's files do not tell. */
export function tipOf(place: Place): Tip | undefined {
	const commit = branchCommit(place);
	if (commit === undefined) return undefined;
	const born = bornAs(movesOf(place) ?? []);
	return born === undefined ? { commit } : { commit, born };
}

/**
 * Whether a branch's name has gone over to other work since it stood at a commit: the branch is another one by its log,
 * or was put somewhere it has never been. Whatever git does to a branch in ordinary work leaves it the same one, and
 * where the log does not tell it is the same.
 */
export function hasLeft(place: Place, { commit, born }: Tip): boolean {
	if (branchCommit(place) === commit) return false;
	const moves = movesOf(place);
	// Git removes a log with its branch only.
	if (moves === undefined) return born !== undefined;
	const bornNow = bornAs(moves);
	if (born !== undefined && bornNow !== undefined && born !== bornNow) return true;
	const since = moves.findLastIndex(({ to }) => to === commit) + 1;
	if (since === 0) return false;
	return moves.slice(since).some((move, at) => {
		const before = moves.slice(0, since + at);
		const isKnown = before.some(({ from, to }) => from === move.to || to === move.to);
		return !isKnown && isPutElsewhere(move, place.branch);
	});
}

/**
 * By `git checkout -B`, `git branch -f`, a forced fetch, `git update-ref`, or a push, of which the log does not tell whether
 * it was forced; not to where its own remote branch is.
 */
function isPutElsewhere({ by }: Move, branch: string): boolean {
	if (by === '' || by === 'push') return true;
	if (by.startsWith('branch: Reset to ')) return !by.endsWith(`/${branch}`);
	return by.startsWith('fetch') && !FAST_FORWARD.test(by);
}

/** What tells one log from another of the same name; `undefined` where its beginning is gone. */
function bornAs([first]: readonly Move[]): string | undefined {
	if (first === undefined || !NONE.test(first.from)) return undefined;
	return `${first.to} ${first.at} ${first.by.slice(0, MAX_WORDS)}`;
}

function movesOf(place: Place): Move[] | undefined {
	return logOf(parentOf(place.stateDir), place.branch)
		?.split('\n')
		.flatMap((line) => {
			const [, from, to, at, by = ''] = LINE.exec(line) ?? [];
			return from === undefined || to === undefined || at === undefined
				? []
				: [{ from, to, at, by }];
		});
}
