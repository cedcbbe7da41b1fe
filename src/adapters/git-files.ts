import { existsSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { Fault } from '../core/fault/fault.ts';
import { readRegular } from './read-regular.ts';
import { realPath } from './real-path.ts';

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

/** `elsewhere`: the repository's config names another working tree, so git itself must be asked. */
export type Found = { readonly checkout: Checkout; readonly elsewhere: boolean };

/**
 * Finds the working tree a directory lies in by reading files, as `git rev-parse` would: the nearest
 * `.git` upwards that is a repository or points to one. Inside a `.git` directory that is the working
 * tree it belongs to. Above all, a bare repository.
 *
 * @param dir an existing directory, symlinks resolved
 */
export function findCheckout(dir: string): Found | undefined {
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
	return target !== undefined && isFile(join(target, 'HEAD')) ? realPath(target) : undefined;
}

function pointedTo(dotGit: string): string | undefined {
	const path = /^gitdir: ([^\0\r\n]+)/.exec(readGitFile(dotGit) ?? '')?.[1];
	return path === undefined ? undefined : resolve(dirname(dotGit), path);
}

function describe(level: string, gitDir: string): Found {
	const shared = readGitFile(join(gitDir, 'commondir'))?.trim() ?? '';
	const commonDir = shared === '' ? undefined : linkedTo(level, gitDir, shared);
	const checkout = { root: level, gitDir, commonDir: commonDir ?? gitDir };
	// Linked working trees have no config of their own, and of what only claims to be one git is not asked:
	// it would believe a `commondir` of any size and wait for one that is a pipe.
	const elsewhere = hasWorktreeElsewhere(checkout) && !existsSync(join(gitDir, 'commondir'));
	return { checkout, elsewhere };
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

/**
 * `core.worktree`. Submodules always have it, pointing back to where we came from; linked working trees
 * have no config of their own. A spelling this misreads costs one question to git, no more.
 */
function hasWorktreeElsewhere({ root, gitDir }: Checkout): boolean {
	const config = readGitFile(join(gitDir, 'config')) ?? '';
	if (!config.toLowerCase().includes('worktree')) return false;
	const more = /worktreeconfig/i.test(config) ? readGitFile(join(gitDir, 'config.worktree')) : '';
	const named = [
		...`${config}\n${more ?? ''}`.matchAll(/\bworktree[ \t]*=[ \t]*"?([^"\0\r\n]*)/gi),
	];
	return named.some((match) => realPath(resolve(gitDir, (match[1] ?? '').trim())) !== root);
}

/** What git takes for a repository without `.git`: HEAD, objects and refs side by side. */
function isBareRepository(dir: string): boolean {
	return (
		isFile(join(dir, 'HEAD')) && isDirectory(join(dir, 'objects')) && isDirectory(join(dir, 'refs'))
	);
}

function isFile(path: string): boolean {
	return statOf(path)?.isFile() === true;
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
