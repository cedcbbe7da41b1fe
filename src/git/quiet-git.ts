import { execFile, spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Context } from '../context.ts';
import { codeOf } from '../store/errors.ts';
import { Fault } from '../store/fault.ts';
import { readRegular } from '../store/read-file.ts';
import type { Place } from './place.ts';

/** What git needs of a context. */
export type GitContext = Pick<Context, 'env'>;

const TIMEOUT_MS = 2_000;
const MAX_OUTPUT = 64 * 1024 * 1024;
/** All that git needs of the environment. None of it names a repository, a config or a program. */
const KEPT = ['PATH', 'HOME', 'XDG_CONFIG_HOME', 'USERPROFILE', 'SystemRoot', 'TMPDIR', 'TEMP'];
/** No locks, no prompts, no fetching for a partial clone, and commits as they are. */
const QUIET_ENV = {
	LC_ALL: 'C',
	GIT_OPTIONAL_LOCKS: '0',
	GIT_TERMINAL_PROMPT: '0',
	GIT_NO_LAZY_FETCH: '1',
	GIT_ALLOW_PROTOCOL: 'none',
	GIT_NO_REPLACE_OBJECTS: '1',
};
/** The config of a repository starts no program, not even to check a signature. Users have `lfs` in a config of their own. */
const QUIET = [
	...['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'log.showSignature=false'],
	...['core.trustctime=true', 'core.checkStat=default', 'diff.ignoreSubmodules=dirty'],
	...withoutFilter('filter.lfs'),
];

/**
 * What git prints; `undefined` if it fails or takes too long (default: two seconds). It starts no program that the
 * repository names.
 *
 * Not by simple-git: loading that costs a hook process 15 ms, and if git prints nothing, as `git status` of a clean
 * working tree, it waits 50 ms more (57 ms, 4 ms with `execFile`).
 */
export async function askGit(
	place: Place,
	args: readonly string[],
	context: GitContext,
	more: { timeoutMs?: number; input?: string; settings?: readonly string[] } = {},
): Promise<string | undefined> {
	const { timeoutMs = TIMEOUT_MS, settings = await quietSettings(place, context) } = more;
	if (settings === undefined || timeoutMs < 1) return undefined;
	const options = settings.flatMap((setting) => ['-c', setting]);
	try {
		const running = promisify(execFile)('git', [...options, ...args], {
			cwd: place.root,
			env: quietEnv(context, place.root),
			timeout: Math.floor(timeoutMs),
			killSignal: 'SIGKILL',
			maxBuffer: MAX_OUTPUT,
			windowsHide: true,
		});
		// Git may end before it has read everything.
		running.child.stdin?.on('error', () => undefined);
		running.child.stdin?.end(more.input ?? '');
		return (await running).stdout;
	} catch {
		return undefined;
	}
}

/** Environment for git in a working tree, without the `GIT_` variables of a `git commit` around this process. */
export function quietEnv({ env }: GitContext, root: string): Record<string, string> {
	const kept = KEPT.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]));
	return { ...Object.fromEntries(kept), ...QUIET_ENV, GIT_WORK_TREE: root };
}

/**
 * Git settings that turn off the programs of a repository; `undefined` if one of its filters cannot be turned off. Git
 * lists the filters, but only if the repository has a config of its own for them.
 */
export async function quietSettings(place: Place, context: GitContext): Promise<readonly string[] | undefined> {
	if (!/filter|include/i.test(configText(place))) return QUIET;
	const asked = ['config', '-z', '--list', '--name-only'];
	const output = await askGit(place, asked, context, { settings: QUIET });
	const keys = output?.split('\0').filter((key) => key.startsWith('filter.'));
	// A command line cannot name such a filter.
	if (keys === undefined || keys.some((key) => key.includes('='))) return undefined;
	const filters = new Set(keys.map((key) => key.slice(0, key.lastIndexOf('.'))));
	return [...QUIET, ...[...filters].flatMap(withoutFilter)];
}

function withoutFilter(filter: string): string[] {
	return [`${filter}.clean=`, `${filter}.process=`, `${filter}.required=false`];
}

/** Text of the repository's own config, and of that of the working tree. */
function configText({ gitDir, stateDir }: Place): string {
	const files = [join(dirname(stateDir), 'config'), join(gitDir ?? '', 'config.worktree')];
	return files.map((file) => readGitFile(file) ?? '').join('\n');
}

/**
 * What git prints of references; `undefined` if it fails. Blocks the process for some 3 ms, because a place is looked up by
 * synchronous functions.
 */
export function askRefs(gitDir: string, args: readonly string[], context: GitContext): string | undefined {
	const env = { ...quietEnv(context, gitDir), GIT_DIR: gitDir };
	const options = { cwd: gitDir, env, encoding: 'utf8', maxBuffer: MAX_OUTPUT } as const;
	const ran = spawnSync('git', args, { ...options, timeout: 500 });
	return ran.status === 0 ? ran.stdout : undefined;
}

/** The `packed-refs` of the largest repositories come near it. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Git takes branch names that are too long for a file. */
const ABSENT = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'];

/**
 * Text of one of git's files; `undefined` if there is none. A pipe or a device, as an archive can bring one, counts as none.
 *
 * @throws Fault `git_failed` if it may not be read
 */
export function readGitFile(path: string): string | undefined {
	try {
		const read = readRegular(path, { bytes: MAX_BYTES, of: 'whole' });
		return read.kind === 'text' ? read.text : undefined;
	} catch (cause) {
		if (ABSENT.includes(codeOf(cause))) return undefined;
		throw new Fault('git_failed', `cannot read ${path}`, { hint: 'git status', cause });
	}
}

/**
 * Those files that git ignores and of which it tracks nothing; none if git fails. Each is asked about as a file and as a
 * directory, because a directory may be deleted already. Two git processes of 3 ms, the second if something is ignored.
 *
 * @param files relative to the root
 */
export async function ignoredFiles(
	place: Place,
	files: readonly string[],
	context: GitContext,
): Promise<ReadonlySet<string>> {
	// A path that starts with a colon has a meaning of its own.
	const input = files.flatMap((file) => [`./${file}\0`, `./${file}/\0`]).join('');
	const found = await askGit(place, ['check-ignore', '-z', '--stdin'], context, { input });
	const ignored = new Set(namesIn(found).map((file) => file.replace(/^\.\/|\/$/g, '')));
	if (ignored.size === 0) return ignored;
	const listing = ['--literal-pathspecs', 'ls-files', '-z', '--', ...ignored];
	const tracked = await askGit(place, listing, context);
	if (tracked === undefined) return new Set();
	for (const file of namesIn(tracked)) {
		for (const name of ignored) if (`${file}/`.startsWith(`${name}/`)) ignored.delete(name);
	}
	return ignored;
}

function namesIn(output = ''): string[] {
	return output.split('\0').filter((name) => name !== '');
}
