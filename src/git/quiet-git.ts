import { dirname, join } from 'node:path';
import { type GitEnv, startGit, withoutGit } from './ask-git.ts';
import { readGitFile } from './git-files.ts';
import type { Place } from './place.ts';

/** Milliseconds for one answer, and from the first question of an event to its last answer. */
const PATIENCE_MS = 1_500;
const WHOLE_PATIENCE_MS = 3_000;

/**
 * A repository's config must start no program for a mere look. `lfs` is the one filter that users have in a config of
 * their own; those that the repository names itself are turned off one by one.
 */
const QUIET = [
	...['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'core.trustctime=true'],
	...['core.checkStat=default', 'diff.ignoreSubmodules=dirty'],
	// To check a signature starts the program that the config names.
	'log.showSignature=false',
	...offFor('filter.lfs'),
];

function offFor(filter: string): string[] {
	return [`${filter}.clean=`, `${filter}.process=`, `${filter}.required=false`];
}

/** What git prints; `undefined` where it fails, or takes too long. */
export type AskGit = (place: Place, args: readonly string[]) => Promise<string | undefined>;

/** Starts git with the time that is left; `undefined` if none is. */
type Start = (
	args: readonly string[],
	options: Parameters<typeof startGit>[1],
) => ReturnType<typeof startGit> | undefined;

/** Git for one event: it runs no program that the repository names, takes no locks, and has little time. */
export function quietGit(env: GitEnv): AskGit {
	let end: number | undefined;
	const settings = new Map<string, ReturnType<typeof ownFilters>>();
	const start: Start = (args, options) => {
		const now = performance.now();
		end ??= now + WHOLE_PATIENCE_MS;
		// Node accepts whole milliseconds only.
		const timeout = Math.floor(Math.min(PATIENCE_MS, end - now));
		return timeout <= 0 ? undefined : startGit(args, { ...options, timeout });
	};
	return async (place, args) => {
		const filters = settings.get(place.root) ?? ownFilters(place, env, start);
		settings.set(place.root, filters);
		const off = await filters;
		if (off === undefined) return undefined;
		const configs = [...QUIET, ...off].flatMap((config) => ['-c', config]);
		const quiet = { GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' };
		// Nothing in the repository says what stands in the place of a commit, or of its working tree.
		const itself = { GIT_NO_REPLACE_OBJECTS: '1', GIT_WORK_TREE: place.root };
		const ran = await start([...configs, '--literal-pathspecs', ...args], {
			cwd: place.root,
			env: { ...withoutGit(env), ...quiet, ...itself, LC_ALL: 'C' },
		});
		return ran?.status === 0 ? ran.stdout : undefined;
	};
}

/** The repository's own config, and that of the working tree. */
export function configText({ gitDir, stateDir }: Place): string {
	const files = [join(dirname(stateDir), 'config'), join(gitDir ?? '', 'config.worktree')];
	return files.map((file) => readGitFile(file) ?? '').join('\n');
}

/** Settings that turn off what the repository's own config calls a filter; git is asked only where it may have one. */
async function ownFilters(place: Place, env: GitEnv, start: Start): Promise<string[] | undefined> {
	if (!/filter|include/i.test(configText(place))) return [];
	const asked = ['config', '-z', '--name-only', '--get-regexp', '^filter\\.'];
	const ran = await start(asked, { cwd: place.root, env: withoutGit(env) });
	if (ran === undefined) return undefined;
	// 1: there is none.
	if (ran.status !== 0 && ran.status !== 1) return undefined;
	const names = ran.stdout.split('\0').filter((name) => name !== '');
	const filters = new Set(names.map((name) => name.slice(0, name.lastIndexOf('.'))));
	if ([...filters].some((filter) => filter.includes('='))) return undefined;
	return [...filters].flatMap(offFor);
}
