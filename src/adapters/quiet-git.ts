import { dirname, join } from 'node:path';
import type { Place } from '../core/place/place.ts';
import { type GitEnv, startGit, withoutGit } from './ask-git.ts';
import { readGitFile } from './git-files.ts';

/** Nobody waits longer for an answer, nor for all answers of one hook together: whole milliseconds, as node asks for. */
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
export type AskGit = (place: Place, args: readonly string[], input?: string) => string | undefined;

/** Starts git with what is left of the patience; `undefined` where nothing is. */
type Start = (
	args: readonly string[],
	options: Omit<Parameters<typeof startGit>[1], 'timeout'>,
) => ReturnType<typeof startGit> | undefined;

/** Git, without any program that the repository names, without locks, and without patience. */
export function quietGit(env: GitEnv): AskGit {
	let spent = 0;
	const settings = new Map<string, readonly string[] | undefined>();
	const start: Start = (args, options) => {
		const timeout = Math.floor(Math.min(PATIENCE_MS, WHOLE_PATIENCE_MS - spent));
		if (timeout <= 0) return undefined;
		const began = performance.now();
		const ran = startGit(args, { ...options, timeout });
		spent += performance.now() - began;
		return ran;
	};
	return (place, args, input = '') => {
		if (!settings.has(place.root)) settings.set(place.root, ownFilters(place, env, start));
		const off = settings.get(place.root);
		if (off === undefined) return undefined;
		const configs = [...QUIET, ...off].flatMap((config) => ['-c', config]);
		const quiet = { GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' };
		// Nothing in the repository says what stands in the place of a commit, or of its working tree.
		const itself = { GIT_NO_REPLACE_OBJECTS: '1', GIT_WORK_TREE: place.root };
		const ran = start([...configs, '--literal-pathspecs', ...args], {
			cwd: place.root,
			env: { ...withoutGit(env), ...quiet, ...itself, LC_ALL: 'C' },
			input,
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
function ownFilters(place: Place, env: GitEnv, start: Start): string[] | undefined {
	if (!/filter|include/i.test(configText(place))) return [];
	const asked = ['config', '-z', '--name-only', '--get-regexp', '^filter\\.'];
	const ran = start(asked, { cwd: place.root, env: withoutGit(env), input: '' });
	if (ran === undefined) return undefined;
	// 1: there is none.
	if (ran.status !== 0 && ran.status !== 1) return undefined;
	const names = (ran.stdout ?? '').split('\0').filter((name) => name !== '');
	const filters = new Set(names.map((name) => name.slice(0, name.lastIndexOf('.'))));
	if ([...filters].some((filter) => filter.includes('='))) return undefined;
	return [...filters].flatMap(offFor);
}
