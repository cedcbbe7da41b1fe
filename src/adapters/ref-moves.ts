import { dirname } from 'node:path';
import type { RefMove, RefMoves } from '../app/ports.ts';
import { type GitEnv, startGit } from './ask-git.ts';
import { realPath } from './read-regular.ts';

/** How far back a log is asked for a commit that nothing else has any more: `git reset` and back again. */
const LOG_LINES = '1000';
/** Milliseconds for each question: all of them together stay below the patience of the hook. */
const TIMEOUT_MS = 1_000;
const MAX_LOGS = 20;
const KNOWN = ['--not', '--branches', '--remotes', 'HEAD'];

/**
 * Git's own answers, asked from within one of its hooks: with the environment it gave us, in which objects that are not
 * in the repository yet can be seen, and without any program of the repository's.
 */
export function liveRefMoves(cwd: string, env: GitEnv): RefMoves {
	const ask = (args: readonly string[], input: string) =>
		startGit(args, { cwd, env, input, timeout: TIMEOUT_MS });
	const answer = (...args: readonly string[]) => ask(args, '').stdout ?? '';
	const newAmong = (moves: readonly RefMove[]) => {
		const args = ['rev-list', '--stdin', '--ignore-missing', ...KNOWN];
		const { status, stdout } = ask(args, moves.map(({ to }) => `${to}\n`).join(''));
		const added = status === 0 ? new Set(stdout.split('\n')) : undefined;
		const left = moves.filter(({ to }) => added?.has(to) ?? true);
		const refs = left.length > MAX_LOGS ? [] : left.map(({ ref }) => ref);
		const logs =
			left.length === 0
				? []
				: [...new Set(['HEAD', ...refs])].map((name) =>
						answer('rev-list', '-g', '-n', LOG_LINES, name, '--'),
					);
		const logged = new Set(logs.join('\n').split('\n'));
		return left.filter(({ to }) => !logged.has(to));
	};
	return {
		commonDir: () => {
			const path = answer('rev-parse', '--path-format=absolute', '--git-common-dir').trim();
			return path === '' ? undefined : realPath(dirname(`${path}/x`));
		},
		bringingNew: newAmong,
	};
}
