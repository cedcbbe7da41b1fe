import { readFileSync, writeSync } from 'node:fs';
import { liveRefMoves } from '../adapters/ref-moves.ts';
import type { GitHookAnswer, GitHookInput, GitWorld } from '../app/hooks/git-hook.ts';
import { GIT_HOOKS, REFUSED } from '../core/git-hooks/git-hooks.ts';
import { livePorts } from './live-ports.ts';
import { messageOf, reportFault } from './report-fault.ts';

const LOCK_WAIT_MS = 500;
/** Git waits for it, and somebody for git: afterwards it goes on. */
const DEADLINE_MS = 5_000;

/**
 * Runs one hook of git: `git-hook.cjs <hook> <claude config dir>`, git's own lines on its input. Refuses by its status.
 * This is the fail-open boundary: whatever goes wrong inside is said and written down, and git goes on.
 */
export async function runGitHook(
	judge: (input: GitHookInput, world: GitWorld) => Promise<GitHookAnswer>,
): Promise<never> {
	const cwd = process.cwd();
	const [name, installedFor] = process.argv.slice(2);
	const refs = liveRefMoves(cwd, { ...process.env });
	// Git's variables name the repository of this very move, not those that the session is at home in.
	for (const one of Object.keys(process.env)) if (one.startsWith('GIT_')) delete process.env[one];
	const worlds = worldsOf(installedFor);
	const fail = async (error: unknown): Promise<never> => {
		say(`req: this went on unchecked: ${messageOf(error)}`);
		await reportFault(error, { cwd, ports: worlds[0] });
		process.exit(0);
	};
	process.on('uncaughtException', fail);
	process.on('unhandledRejection', fail);
	const late = new Error(`no answer within ${DEADLINE_MS} ms`);
	setTimeout(() => void fail(late), DEADLINE_MS).unref();
	try {
		const hook = GIT_HOOKS.find((one) => one === name);
		if (hook === undefined) throw new Error(`it holds no hook of git named ${name ?? 'so'}`);
		const lines = readFileSync(0, 'utf8')
			.split('\n')
			.filter((line) => line !== '');
		const world = { worlds, refs };
		const { said, isRefused } = await judge({ hook, cwd, lines }, world);
		for (const text of said) say(text);
		process.exit(isRefused ? REFUSED : 0);
	} catch (error) {
		return fail(error);
	}
}

/** The client's folder of whoever installed the hook, and the one that the environment speaks of. */
function worldsOf(installedFor: string | undefined): GitWorld['worlds'] {
	const here = livePorts(LOCK_WAIT_MS);
	if (installedFor === undefined || installedFor === here.host.configDir) return [here];
	process.env['CLAUDE_CONFIG_DIR'] = installedFor;
	return [livePorts(LOCK_WAIT_MS), here];
}

/** At once: the process ends without waiting for what it has not written yet. */
function say(text: string): void {
	writeSync(2, `${text}\n`);
}
