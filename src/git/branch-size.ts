import { once } from 'node:events';
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SimpleGit } from 'simple-git';
import { isDetached, type Place, parseBranchName } from './place.ts';
import { type GitContext, quietEnv, quietSettings } from './quiet-git.ts';

const TIMEOUT_MS = 3_000;
const HEADS = 'refs/heads/';
const ORIGIN = 'refs/remotes/origin/';
const MEASURED = ['--', '.'];
/** Bytes of a file that is still read. */
const MAX_FILE = 1_048_576;
/** Git calls a file binary if there is a NUL in its first 8000 bytes. */
const SNIFFED = 8_000;

/**
 * Asks simple-git, which starts no program that the repository names. `undefined` if git fails or has no answer within
 * three seconds, outside git, or if such a program cannot be turned off. If git prints nothing, simple-git waits 50 ms.
 */
export async function askSimpleGit<Answer>(
	place: Place,
	context: GitContext,
	ask: (git: SimpleGit) => Promise<Answer>,
): Promise<Answer | undefined> {
	const settings = place.git ? await quietSettings(place, context) : undefined;
	if (settings === undefined) return undefined;
	// Few hooks ask: loading it takes a hook process 15 ms.
	const { GitError, simpleGit } = await import('simple-git');
	const env = quietEnv(context, place.root);
	const abort = AbortSignal.timeout(TIMEOUT_MS);
	const git = simpleGit({
		baseDir: place.root,
		abort,
		completion: { onExit: false },
		config: [...settings],
		allowEnvironment: Object.keys(env),
		// simple-git refuses settings that can name programs; these take programs away.
		unsafe: { allowUnsafeFsMonitor: true, allowUnsafeHooksPath: true, allowUnsafeFilter: true },
	}).env(env);
	const answer = ask(git).catch((error: unknown) => {
		if (error instanceof GitError) return undefined;
		throw error;
	});
	// A git that ignores its signal is not waited for.
	const late = once(abort, 'abort').then(() => undefined);
	return Promise.race([answer, late]);
}

/** Changed lines of the working tree against the merge base with the default branch, untracked files included. */
export async function branchSize(place: Place, context: GitContext): Promise<number | undefined> {
	return askSimpleGit(place, context, (git) => measure(place, git));
}

async function measure(place: Place, git: SimpleGit): Promise<number | undefined> {
	const base = await baseOf(place, git);
	if (base === undefined) return undefined;
	const plain = ['--shortstat', '-M', '--no-ext-diff', '--no-textconv'];
	const [diff, untracked] = await Promise.all([
		git.diffSummary([...plain, base, ...MEASURED]),
		git.raw(['ls-files', '--others', '--exclude-standard', '-z', ...MEASURED]),
	]);
	let lines = diff.insertions + diff.deletions;
	for (const name of untracked.split('\0')) if (name !== '') lines += await linesIn(join(place.root, name));
	return lines;
}

/** What the working tree is compared with; `undefined` if history has no common ancestor. */
async function baseOf(place: Place, git: SimpleGit): Promise<string | undefined> {
	const head = (await git.raw(['rev-parse', '--verify', '-q', 'HEAD^{commit}'])).trim();
	if (head === '') return (await git.raw(['hash-object', '-t', 'tree', '/dev/null'])).trim();
	const trunk = await defaultBranch(place, git);
	if (trunk === undefined) return isDetached(place.branch) ? undefined : head;
	if (trunk.name === place.branch) return head;
	const bases = await git.raw(['merge-base', head, trunk.ref]);
	return /^[0-9a-f]+/.exec(bases)?.[0];
}

/**
 * The branch that work is merged into: the remote's default branch, else `main`, `master` or `init.defaultBranch`, here
 * or at the remote (a CI job has no other), else the only branch there is.
 */
export async function defaultBranch(
	{ branch }: Place,
	git: SimpleGit,
): Promise<{ readonly name: string; readonly ref: string } | undefined> {
	const configured = await git.raw(['config', '--default', 'main', '--get', 'init.defaultBranch']);
	const names = ['main', 'master', configured.trim()];
	const known = [HEADS, ORIGIN].flatMap((at) => names.map((name) => ({ name, ref: at + name })));
	const asked = [`${ORIGIN}HEAD`, HEADS, ...known.map(({ ref }) => ref)];
	const output = await git.raw(['for-each-ref', '--format=%(refname) %(symref)', ...asked]);
	const refs = new Map(output.split('\n').map((line) => line.split(' ') as [string, string]));
	const remote = refs.get(`${ORIGIN}HEAD`)?.replace(ORIGIN, '');
	if (remote !== undefined) return { name: remote, ref: `${ORIGIN}HEAD` };
	const found = known.find(({ ref }) => refs.has(ref));
	if (found !== undefined) return found;
	// Before the first commit the branch has no reference.
	const unborn = isDetached(branch) ? '' : HEADS + branch;
	const [only = unborn, ...others] = [...refs.keys()].filter((ref) => ref.startsWith(HEADS));
	const name = parseBranchName(only.slice(HEADS.length));
	return name === undefined || others.length > 0 ? undefined : { name, ref: only };
}

/** Lines of a text file as a diff counts them; 0 if it is binary, over 1 MB, no regular file or not readable. */
async function linesIn(path: string): Promise<number> {
	try {
		const stat = await lstat(path);
		const text = stat.isFile() && stat.size <= MAX_FILE ? await readFile(path, 'latin1') : '';
		if (text === '' || text.slice(0, SNIFFED).includes('\0')) return 0;
		return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
	} catch {
		return 0;
	}
}
