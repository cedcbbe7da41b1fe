import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { GitError, type SimpleGit, simpleGit } from 'simple-git';
import type { GitEnv } from './ask-git.ts';
import { isDetached, type Place, parseBranchName } from './place.ts';

const TIMEOUT_MS = 3_000;
/** All that git needs of the environment; none of it can name a repository, a config or a program. */
const KEPT = ['PATH', 'HOME', 'XDG_CONFIG_HOME', 'USERPROFILE', 'SystemRoot', 'TMPDIR', 'TEMP'];
/** No lock for a mere look, and no fetching of what a partial clone lacks. */
const QUIET = { LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0', GIT_ALLOW_PROTOCOL: 'none' };
/** A repository's config must not start programs of its choice. */
const NO_PROGRAMS = ['core.fsmonitor=false', 'core.hooksPath=/dev/null'];
const MEASURED = ['--', '.'];
const PLAIN_DIFF = ['--no-ext-diff', '--no-textconv', '--ignore-submodules=dirty'];

/** The size as git counts it, at most 3 seconds long. The one home of simple-git. */
export async function branchSize(place: Place, env: GitEnv): Promise<number | undefined> {
	if (!place.git) return undefined;
	const signal = AbortSignal.timeout(TIMEOUT_MS);
	return await Promise.race([measure(place, env, signal), end(signal)]);
}

function end(signal: AbortSignal): Promise<undefined> {
	return new Promise((resolve) => {
		signal.addEventListener('abort', () => resolve(undefined), { once: true });
	});
}

async function measure(
	place: Place,
	env: GitEnv,
	signal: AbortSignal,
): Promise<number | undefined> {
	try {
		const open = (config: string[]) => openGit(place.root, env, { signal, config });
		const settings = await readSettings(open([]));
		if (settings === undefined) return undefined;
		const git = open(settings.withoutFilters);
		const base = await baseOf(git, place.branch, settings.defaultBranch);
		if (base === undefined) return undefined;
		const sizes = await Promise.all([tracked(git, base), untracked(git, place.root, signal)]);
		return signal.aborted ? undefined : sizes[0] + sizes[1];
	} catch (error) {
		if (error instanceof GitError) return undefined;
		throw error;
	}
}

function openGit(
	baseDir: string,
	env: GitEnv,
	more: { readonly signal: AbortSignal; readonly config: readonly string[] },
): SimpleGit {
	const kept = KEPT.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]));
	return simpleGit({
		baseDir,
		abort: more.signal,
		completion: { onExit: false },
		config: [...NO_PROGRAMS, ...more.config],
		allowEnvironment: Object.keys(QUIET),
		// simple-git refuses these settings because they can name programs; here they take them away.
		unsafe: { allowUnsafeFsMonitor: true, allowUnsafeHooksPath: true, allowUnsafeFilter: true },
	}).env({ ...Object.fromEntries(kept), ...QUIET });
}

interface Settings {
	readonly defaultBranch: string | undefined;
	/** Config that turns every configured filter off, large file storage included. */
	readonly withoutFilters: string[];
}

/** `undefined` when a filter's name cannot be written on a command line, so that it cannot be turned off. */
async function readSettings(git: SimpleGit): Promise<Settings | undefined> {
	const pattern = '^(core\\.repositoryformatversion|init\\.defaultbranch|filter\\..*)$';
	const output = await git.raw(['config', '-z', '--get-regexp', pattern]);
	const entries = output.split('\0').map((entry) => entry.split('\n'));
	const filters = new Set(
		entries.flatMap(([key]) => /^(filter\..*)\.[^.]*$/s.exec(key ?? '')?.[1] ?? []),
	);
	if ([...filters].some((filter) => filter.includes('='))) return undefined;
	return {
		defaultBranch: entries.findLast(([key]) => key === 'init.defaultbranch')?.[1],
		withoutFilters: [...filters].flatMap((filter) => [
			`${filter}.clean=`,
			`${filter}.process=`,
			`${filter}.required=false`,
		]),
	};
}

/** What the working tree is compared with; `undefined` where history has no common ancestor. */
async function baseOf(
	git: SimpleGit,
	branch: string,
	configured: string | undefined,
): Promise<string | undefined> {
	const head = (await git.raw(['rev-parse', '--verify', '-q', 'HEAD^{commit}'])).trim();
	if (head === '') return (await git.raw(['hash-object', '-t', 'tree', '/dev/null'])).trim();
	const trunk = await defaultBranch(git, configured);
	if (trunk === undefined && isDetached(branch)) return undefined;
	if (trunk === undefined || trunk.name === branch) return head;
	const bases = await git.raw(['merge-base', head, trunk.ref]);
	return /^[0-9a-f]+/.exec(bases)?.[0];
}

/**
 * The remote's default branch, else `main`, `master`, or the configured name of first branches, here or at the remote: the
 * checkout of a CI job has no more.
 */
async function defaultBranch(
	git: SimpleGit,
	configured: string | undefined,
): Promise<{ ref: string; name: string } | undefined> {
	const own = configured === undefined ? undefined : parseBranchName(configured);
	const locals = ['main', 'master', ...(own === undefined ? [] : [own])];
	const remote = 'refs/remotes/origin/HEAD';
	const places = ['refs/heads/', 'refs/remotes/origin/'];
	const known = places.flatMap((at) => locals.map((name) => ({ ref: `${at}${name}`, name })));
	const refs = [remote, ...known.map(({ ref }) => ref)];
	const output = await git.raw(['for-each-ref', '--format=%(refname) %(symref)', ...refs]);
	const found = new Map(output.split('\n').map((line) => [line.split(' ')[0], line.split(' ')[1]]));
	const target = found.get(remote);
	if (target !== undefined)
		return { ref: remote, name: target.replace('refs/remotes/origin/', '') };
	return known.find(({ ref }) => found.has(ref));
}

/** ` 3 files changed, 10 insertions(+), 2 deletions(-)`; binary files and bare moves count nothing. */
async function tracked(git: SimpleGit, base: string): Promise<number> {
	const output = await git.raw([
		'diff-index',
		'--shortstat',
		'-M',
		...PLAIN_DIFF,
		base,
		...MEASURED,
	]);
	const added = / (\d+) insertion/.exec(output)?.[1] ?? '0';
	const deleted = / (\d+) deletion/.exec(output)?.[1] ?? '0';
	return Number(added) + Number(deleted);
}

async function untracked(git: SimpleGit, root: string, signal: AbortSignal): Promise<number> {
	const output = await git.raw(['ls-files', '--others', '--exclude-standard', '-z', ...MEASURED]);
	let lines = 0;
	for (const path of output.split('\0')) {
		if (signal.aborted) break;
		if (path !== '') lines += await countLines(join(root, path));
	}
	return lines;
}

const MAX_SIZE = 1_048_576;
/** Git calls a file binary when a NUL stands in its first 8000 bytes. */
const SNIFFED = 8_000;
/** A link may lead anywhere, and a pipe would never open. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Lines of a text file as a diff counts them; 0 for what is binary, over 1 MB, no file or not readable. */
async function countLines(path: string): Promise<number> {
	let file: FileHandle | undefined;
	try {
		file = await open(path, FLAGS);
		const stat = await file.stat();
		return stat.isFile() && stat.size <= MAX_SIZE ? linesIn(await file.readFile()) : 0;
	} catch {
		return 0;
	} finally {
		await file?.close();
	}
}

function linesIn(bytes: Buffer): number {
	if (bytes.length === 0 || bytes.subarray(0, SNIFFED).includes(0)) return 0;
	let lines = bytes[bytes.length - 1] === 10 ? 0 : 1;
	for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines += 1;
	return lines;
}
