import { dirname } from 'node:path';
import type { RefMove, RefMoves } from '../app/ports.ts';
import { type GitEnv, startGit } from './ask-git.ts';
import { realPath } from './real-path.ts';

/** How far back a log is asked for a commit that nothing else has any more: `git reset` and back again. */
const LOG_LINES = '1000';
/** Milliseconds for each question: all of them together stay below the patience of the hook. */
const TIMEOUT_MS = 1_000;
const KNOWN = ['--not', '--branches', '--remotes', 'HEAD'];

/**
 * Git's own answers, asked from within one of its hooks: with the environment it gave us, in which objects that are not
 * in the repository yet can be seen, and without any program of the repository's.
 */
export function liveRefMoves(cwd: string, env: GitEnv): RefMoves {
	const ask = (args: readonly string[], input: string) =>
		startGit(args, { cwd, env, input, timeout: TIMEOUT_MS });
	const answer = (...args: readonly string[]) => ask(args, '').stdout ?? '';
	const isNew = ({ ref, to }: RefMove) => {
		const args = ['rev-list', '--stdin', '--max-count=1', '--ignore-missing', ...KNOWN];
		const { status, stdout } = ask(args, `${to}\n`);
		if (status === 0 && stdout === '') return false;
		const logs = ['HEAD', ref].map((name) =>
			answer('log', '-g', '--format=%H', '-n', LOG_LINES, name, '--'),
		);
		return !logs.join('\n').split('\n').includes(to);
	};
	return {
		commonDir: () => {
			const path = answer('rev-parse', '--path-format=absolute', '--git-common-dir').trim();
			return path === '' ? undefined : realPath(dirname(`${path}/x`));
		},
		bringingNew: (moves) => moves.filter(isNew),
	};
}
