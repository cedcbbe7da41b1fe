import { execFile, spawnSync } from 'node:child_process';
import { lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ifInReach } from '../store/read-regular.ts';
import { branchOf, earlierNames } from './git-files.ts';
import { type BranchName, type Place, parseBranchRef } from './place.ts';

/** Environment variables as git would see them. */
export type GitEnv = Readonly<Record<string, string | undefined>>;

const TIMEOUT_MS = 2_000;
/** A `git symbolic-ref` takes 2 ms. */
const HEAD_TIMEOUT_MS = 500;
const MAX_ANSWER = 64 * 1024 * 1024;

/** Removes git's own variables: a hook run by `git commit` must not mistake its neighbours for that commit. */
export function withoutGit(env: GitEnv): GitEnv {
	return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GIT_')));
}

/**
 * The full reference HEAD names; `undefined` when it is detached or git cannot read it. Blocks the process: many
 * synchronous functions look up a place, and only a repository whose references are in tables needs git for it.
 * If git takes too long, HEAD counts as detached.
 */
export function askHead(gitDir: string, env: GitEnv): string | undefined {
	const own = { ...env, GIT_DIR: gitDir };
	const ran = runGitNow(gitDir, ['symbolic-ref', '-q', 'HEAD'], own, HEAD_TIMEOUT_MS);
	return ran.stdout?.trim() || undefined;
}

/** Standard output, also of a run that failed half-way: without a working tree only the last line is missing. */
export async function askGit(cwd: string, args: readonly string[], env: GitEnv): Promise<string> {
	return (await startGit(args, { cwd, env })).stdout;
}

/** Whether git exits with 0. */
export async function succeedsInGit(
	cwd: string,
	args: readonly string[],
	env: GitEnv,
): Promise<boolean> {
	return (await startGit(args, { cwd, env })).status === 0;
}

/** Blocks the process until git ends. */
function runGitNow(cwd: string, args: readonly string[], env: GitEnv, timeout = TIMEOUT_MS) {
	const options = { cwd, input: '', env: { ...env }, encoding: 'utf8', timeout } as const;
	return spawnSync('git', args, { ...options, maxBuffer: MAX_ANSWER, windowsHide: true });
}

/** Where a git process starts, and what it reads. */
interface Start {
	readonly cwd: string;
	readonly env: GitEnv;
	readonly input?: string;
	/** Milliseconds; default: two seconds. */
	readonly timeout?: number;
}

/** How a git process ended. */
interface Ran {
	/** The exit status; `undefined` if git was killed, or could not be started. */
	readonly status: number | undefined;
	readonly stdout: string;
}

/**
 * Runs one git process, and kills it after its time. Not by simple-git: if git prints nothing, as `git status` of a clean
 * working tree, that waits 50 ms more (55 ms, 5 ms with `execFile`), and it writes nothing to git's input.
 */
export function startGit(
	args: readonly string[],
	{ cwd, env, input = '', timeout = TIMEOUT_MS }: Start,
): Promise<Ran> {
	const options = { cwd, env: { ...env }, timeout, killSignal: 'SIGKILL' } as const;
	const limits = { maxBuffer: MAX_ANSWER, windowsHide: true };
	const ran = new Promise<Ran>((resolve) => {
		const child = execFile('git', args, { ...options, ...limits }, (error, stdout) => {
			if (error === null) resolve({ status: 0, stdout });
			else resolve({ status: typeof error.code === 'number' ? error.code : undefined, stdout });
		});
		// Git may end before it has read everything.
		child.stdin?.on('error', () => undefined);
		child.stdin?.end(input);
	});
	// More file names than a command line holds, or a working tree that became a file: Node throws at once.
	return ran.catch(() => ({ status: undefined, stdout: '' }));
}

/**
 * Every branch of a repository that exists or is checked out in one of its working trees, born or not,
 * and every branch being rebased there. `undefined` if git fails. Blocks the process: only commands ask.
 */
export function livingBranches(place: Place, env: GitEnv): ReadonlySet<BranchName> | undefined {
	const commonDir = dirname(place.stateDir);
	const own = withoutGit(env);
	const gitDirs = ifInReach(() => gitDirsOf(commonDir));
	// Whatever keeps the references: files, packed or tables.
	const args = ['for-each-ref', '--format=%(refname)', 'refs/heads/'];
	const ran = runGitNow(commonDir, args, { ...own, GIT_DIR: commonDir });
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
