import { readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Context } from '../context.ts';
import { ifInReach, unlessFault } from '../store/errors.ts';
import { sha256 } from '../store/hashes.ts';
import { existingPart, isDirectory, linkIn, realPath } from '../store/paths.ts';
import { type BranchName, DETACHED, NO_GIT, type Place, parseBranchRef, slug } from './place.ts';
import { askRefs, type GitContext, readGitFile } from './quiet-git.ts';

type PlaceContext = Pick<Context, 'configDir' | 'env' | 'places'>;

/** HEAD of a repository that keeps its references in tables (reftable). */
const IN_TABLES = 'refs/heads/.invalid';

/**
 * The project and branch that a directory belongs to, by git's files: the repository is the nearest `.git` upwards, and
 * neither `core.worktree` nor `GIT_DIR` moves it. Git runs only if HEAD is in a reftable. Takes 0.1 ms.
 *
 * @param dir if it does not exist, its nearest existing ancestor counts
 * @throws Fault `git_failed` if git's files may not be read
 */
export function placeAt(dir: string, context: PlaceContext): Place {
	const place = context.places?.get(dir) ?? findPlace(dir, context);
	context.places?.set(dir, place);
	return place;
}

function findPlace(dir: string, context: PlaceContext): Place {
	const start = nearestDirectory(dir);
	const found = findRepository(start);
	if (found === undefined) {
		const name = outsideName(start);
		const stateDir = join(context.configDir, 'requirements', 'projects', name);
		return { root: start, mainRoot: undefined, stateDir, branch: NO_GIT, git: false };
	}
	const { root, gitDir } = found;
	const shared = readGitFile(join(gitDir, 'commondir'))?.trim();
	const commonDir = shared === undefined ? gitDir : realPath(resolve(gitDir, shared));
	const stateDir = join(commonDir, 'requirements');
	const isLinked = gitDir !== commonDir && basename(commonDir) === '.git';
	return {
		root,
		mainRoot: isLinked ? dirname(commonDir) : undefined,
		stateDir,
		link: linkIn(stateDir),
		branch: branchIn(gitDir, commonDir, context),
		git: true,
		gitDir,
	};
}

/** The same; `undefined` if git's files there may not be read. For directories that a call only names. */
export function placeIfReadable(dir: string, context: PlaceContext): Place | undefined {
	return unlessFault(() => placeAt(dir, context));
}

function nearestDirectory(path: string): string {
	let dir = existingPart(realPath(path));
	while (!isDirectory(dir) && dirname(dir) !== dir) dir = dirname(dir);
	return dir;
}

/** The top of the working tree, and the directory that holds its HEAD. For a bare repository they are one. */
function findRepository(dir: string): { root: string; gitDir: string } | undefined {
	const levels = levelsFrom(dir);
	for (const root of levels) {
		const dotGit = join(root, '.git');
		// A file `gitdir: <path>` in linked worktrees and submodules.
		const named = /^gitdir: ([^\0\r\n]+)/.exec(readGitFile(dotGit) ?? '')?.[1];
		const gitDir = named === undefined ? dotGit : resolve(root, named);
		if (hasHead(gitDir)) return { root, gitDir: realPath(gitDir) };
	}
	const isBare = (level: string) =>
		hasHead(level) && ['objects', 'refs'].every((name) => isDirectory(join(level, name)));
	const bare = levels.find(isBare);
	return bare === undefined ? undefined : { root: bare, gitDir: bare };
}

function levelsFrom(dir: string): string[] {
	return dirname(dir) === dir ? [dir] : [dir, ...levelsFrom(dirname(dir))];
}

function hasHead(gitDir: string): boolean {
	return readGitFile(join(gitDir, 'HEAD')) !== undefined;
}

/**
 * The branch that HEAD names, born or not (D4). For a detached HEAD the branch being rebased, else `@detached`, with the
 * name of a linked worktree.
 */
function branchIn(gitDir: string, commonDir: string, context: GitContext): BranchName {
	const text = readGitFile(join(gitDir, 'HEAD')) ?? '';
	const named = /^ref:\s*([^\0\r\n]+)/.exec(text)?.[1]?.trimEnd();
	const head = named === IN_TABLES ? askRefs(gitDir, ['symbolic-ref', '-q', 'HEAD'], context) : named;
	const ref =
		head ??
		readGitFile(join(gitDir, 'rebase-merge', 'head-name')) ??
		readGitFile(join(gitDir, 'rebase-apply', 'head-name')) ??
		'';
	const own = gitDir === commonDir ? '' : `-${basename(gitDir)}`;
	return parseBranchRef(ref.trim()) ?? (`${DETACHED}${own}` as BranchName);
}

/**
 * Every branch that exists or is checked out in a working tree, born or not, and every branch being rebased; outside git
 * the one name that is used for it. `undefined` if git does not tell.
 */
export function livingBranches(
	{ git, branch, stateDir }: Place,
	context: GitContext,
): ReadonlySet<BranchName> | undefined {
	if (!git) return new Set([branch]);
	const commonDir = dirname(stateDir);
	const refs = askRefs(commonDir, ['for-each-ref', '--format=%(refname)', 'refs/heads/'], context);
	const [linked, folder] = [join(commonDir, 'worktrees'), join(commonDir, 'refs/heads')];
	const heads = ifInReach(() => {
		// Git leaves the branches out whose folder it may not read.
		if (isDirectory(folder)) readdirSync(folder, { recursive: true });
		const trees = isDirectory(linked) ? readdirSync(linked).map((name) => join(linked, name)) : [];
		return [commonDir, ...trees].map((dir) => branchIn(dir, commonDir, context));
	});
	const names = refs?.split('\n').flatMap((ref) => parseBranchRef(ref) ?? []);
	return names && heads && new Set([...names, ...heads]);
}

/** The name, without extension, for the state of a branch whose slug another branch has (D4): `~` is in no slug. */
export function hashedName(branch: string): string {
	return `${slug(branch)}~${sha256(branch).slice(0, 8)}`;
}

/** The directory for the state of a project outside git, below `requirements/projects` (D3). */
export function outsideName(root: string): string {
	return `${slug(root)}-${sha256(root).slice(0, 8)}`;
}
