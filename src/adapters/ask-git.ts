import { lstatSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type BranchName, type Place, parseBranchRef } from '../core/place/place.ts';
import { branchOf, earlierNames } from './git-files.ts';
import { ifInReach } from './read-regular.ts';

/** Environment variables as git would see them. */
export type GitEnv = Readonly<Record<string, string | undefined>>;

const TIMEOUT_MS = 2_000;
const MAX_ANSWER = 64 * 1024 * 1024;

/** Removes git's own variables: a hook run by `git commit` must not mistake its neighbours for that commit. */
export function withoutGit(env: GitEnv): GitEnv {
	return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GIT_')));
}

/** The full reference HEAD names; `undefined` when it is detached or git cannot read it. */
export function askHead(gitDir: string, env: GitEnv): string | undefined {
	const answer = askGit(gitDir, ['symbolic-ref', '-q', 'HEAD'], { ...env, GIT_DIR: gitDir });
	return answer.trim() === '' ? undefined : answer.trim();
}

/** Standard output, also of a run that failed half-way: without a working tree only the last line is missing. */
export function askGit(cwd: string, args: readonly string[], env: GitEnv): string {
	return runGit(cwd, args, env).stdout ?? '';
}

/** Whether git says yes: its status is 0. */
export function succeedsInGit(cwd: string, args: readonly string[], env: GitEnv): boolean {
	return runGit(cwd, args, env).status === 0;
}

function runGit(cwd: string, args: readonly string[], env: GitEnv) {
	return startGit(args, { cwd, env, input: '' });
}

/** Where a git process starts, and what it reads. */
interface Start {
	readonly cwd: string;
	readonly env: GitEnv;
	readonly input: string;
	/** Milliseconds; default: two seconds. */
	readonly timeout?: number;
}

/** One git process, which is given up after its time. */
export function startGit(
	args: readonly string[],
	{ cwd, env, input, timeout = TIMEOUT_MS }: Start,
) {
	const require = createRequire(import.meta.url);
	const { spawnSync } = require('node:child_process') as typeof import('node:child_process');
	const options = { cwd, input, env: { ...env }, encoding: 'utf8', timeout } as const;
	return spawnSync('git', args, { ...options, maxBuffer: MAX_ANSWER, windowsHide: true });
}

/**
 * Every branch of a repository that exists or is checked out in one of its working trees, born or not,
 * and every branch being rebased there. `undefined` where git cannot say.
 */
export function livingBranches(place: Place, env: GitEnv): ReadonlySet<BranchName> | undefined {
	const commonDir = dirname(place.stateDir);
	const own = withoutGit(env);
	const gitDirs = ifInReach(() => gitDirsOf(commonDir));
	// Whatever keeps the references: files, packed or tables.
	const args = ['for-each-ref', '--format=%(refname)', 'refs/heads/'];
	const ran = runGit(commonDir, args, { ...own, GIT_DIR: commonDir });
	if (ran.status !== 0 || gitDirs === undefined) return undefined;
	const heads = gitDirs.map((gitDir) =>
		branchOf({ root: gitDir, gitDir, commonDir }, () => askHead(gitDir, own)),
	);
	return new Set([...ran.stdout.split('\n').flatMap((ref) => parseBranchRef(ref) ?? []), ...heads]);
}

/**
 * Earlier names of living branches that have no state of their own yet: they will take along what is
 * stored under these names (D4).
 */
export function awaitedNames(
	place: Place,
	living: ReadonlySet<BranchName>,
	stored: ReadonlySet<BranchName>,
): ReadonlySet<BranchName> {
	const commonDir = dirname(place.stateDir);
	const without = [...living].filter((branch) => !branch.startsWith('@') && !stored.has(branch));
	return new Set(without.flatMap((branch) => earlierNames(commonDir, branch)));
}

/** The repository itself, and what each linked working tree has of its own, also one that was deleted. */
export function gitDirsOf(commonDir: string): string[] {
	const worktrees = join(commonDir, 'worktrees');
	if (lstatSync(worktrees, { throwIfNoEntry: false })?.isDirectory() !== true) return [commonDir];
	return [commonDir, ...readdirSync(worktrees).map((name) => join(worktrees, name))];
}
