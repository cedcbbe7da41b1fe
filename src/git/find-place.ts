import { basename, dirname, join, resolve } from 'node:path';
import type { Context } from '../core/context.ts';
import { sha256 } from '../store/hashes.ts';
import { existingPart, isDirectory, realPath, unlessFault } from '../store/read-regular.ts';
import { gitFileStat, readGitFile } from './git-file.ts';
import {
	type BranchName,
	DETACHED,
	NO_GIT,
	outsideName,
	type Place,
	parseBranchRef,
} from './place.ts';
import { askTables, type GitContext } from './quiet-git.ts';

/** HEAD of a repository that keeps its references in tables (reftable). */
const IN_TABLES = 'refs/heads/.invalid';

/**
 * The project and branch that a directory belongs to, by git's files: the repository is the nearest `.git` upwards, and
 * neither `core.worktree` nor `GIT_DIR` moves it. Git runs only if HEAD is in a reftable.
 *
 * @param dir if it does not exist, its nearest existing ancestor counts
 * @throws Fault `git_failed` if git's files may not be read
 */
export function placeAt(dir: string, context: Pick<Context, 'configDir' | 'env'>): Place {
	const start = nearestDirectory(dir);
	const found = findRepository(start);
	if (found === undefined) return placeOutside(start, context);
	const { root, gitDir } = found;
	const commonDir = commonDirOf(found);
	const isLinked = gitDir !== commonDir && basename(commonDir) === '.git';
	return {
		root,
		mainRoot: isLinked ? dirname(commonDir) : undefined,
		stateDir: join(commonDir, 'requirements'),
		branch: branchIn(gitDir, commonDir, context),
		git: true,
		gitDir,
	};
}

/** The same; `undefined` if git's files there may not be read. For directories that a call only names. */
export function placeIfReadable(
	dir: string,
	context: Pick<Context, 'configDir' | 'env'>,
): Place | undefined {
	return unlessFault(() => placeAt(dir, context));
}

function placeOutside(root: string, { configDir }: Pick<Context, 'configDir'>): Place {
	const name = outsideName(root, sha256);
	const stateDir = join(configDir, 'requirements', 'projects', name);
	return { root, mainRoot: undefined, stateDir, branch: NO_GIT, git: false };
}

function nearestDirectory(path: string): string {
	let dir = existingPart(realPath(path));
	while (!isDirectory(dir) && dirname(dir) !== dir) dir = dirname(dir);
	return dir;
}

interface Repository {
	/** Top of the working tree; the repository itself if it is bare. */
	readonly root: string;
	/** Holds HEAD of this working tree. */
	readonly gitDir: string;
}

function findRepository(dir: string): Repository | undefined {
	const levels = levelsFrom(dir);
	for (const root of levels) {
		const gitDir = gitDirIn(root);
		if (gitDir !== undefined) return { root, gitDir };
	}
	const bare = levels.find(
		(level) =>
			hasHead(level) && ['objects', 'refs'].every((name) => isDirectory(join(level, name))),
	);
	return bare === undefined ? undefined : { root: bare, gitDir: bare };
}

function levelsFrom(dir: string): string[] {
	return dirname(dir) === dir ? [dir] : [dir, ...levelsFrom(dirname(dir))];
}

/** `.git` is the repository, or a file `gitdir: <path>` in linked worktrees and submodules. */
function gitDirIn(level: string): string | undefined {
	const dotGit = join(level, '.git');
	const stat = gitFileStat(dotGit);
	if (stat === undefined) return undefined;
	const named = /^gitdir: ([^\0\r\n]+)/.exec(stat.isFile() ? (readGitFile(dotGit) ?? '') : '')?.[1];
	const target = named === undefined ? dotGit : resolve(level, named);
	return hasHead(target) ? realPath(target) : undefined;
}

function hasHead(dir: string): boolean {
	return gitFileStat(join(dir, 'HEAD'))?.isFile() === true;
}

/**
 * The directory that all worktrees share. Only if it lists this worktree: with a `commondir` of its own, a cloned
 * repository could read and change the state of another one.
 */
function commonDirOf({ root, gitDir }: Repository): string {
	const shared = readGitFile(join(gitDir, 'commondir'))?.trim() ?? '';
	const back = readGitFile(join(gitDir, 'gitdir'))?.trim() ?? '';
	if (`${shared}${back}`.includes('\0') || shared === '' || back === '') return gitDir;
	const commonDir = realPath(resolve(gitDir, shared));
	const isListed = join(commonDir, 'worktrees', basename(gitDir)) === gitDir;
	const isOfRoot = realPath(resolve(gitDir, back)) === realPath(join(root, '.git'));
	return isListed && isOfRoot ? commonDir : gitDir;
}

/**
 * The branch that HEAD names, born or not (D4). For a detached HEAD the branch being rebased, else `@detached`, with the
 * name of a linked worktree.
 */
export function branchIn(gitDir: string, commonDir: string, context: GitContext): BranchName {
	const named = /^ref:\s*([^\0\r\n]+)/
		.exec(readGitFile(join(gitDir, 'HEAD')) ?? '')?.[1]
		?.trimEnd();
	const head =
		named === IN_TABLES ? askTables(gitDir, ['symbolic-ref', '-q', 'HEAD'], context) : named;
	const rebased = ['rebase-merge', 'rebase-apply']
		.map((backend) => readGitFile(join(gitDir, backend, 'head-name')))
		.find((name) => name !== undefined);
	const branch = parseBranchRef((head ?? rebased ?? '').trim());
	const own = gitDir === commonDir ? '' : `-${basename(gitDir)}`;
	return branch ?? (`${DETACHED}${own}` as BranchName);
}
