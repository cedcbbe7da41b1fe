import { type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type ClientVersion, clientBinary } from './client-binary.ts';
import type { ClientWorld } from './client-world.ts';

/** What a command of the client printed and how it ended. */
export interface CommandRun {
	readonly exit: number;
	readonly output: string;
}

/** Nobody listens there: npm finds no registry. */
const NOWHERE = 'http://127.0.0.1:9';

/**
 * `claude plugin …`, typed in the world's repository.
 *
 * @param registry the only one npm asks; `undefined` for none
 */
export function pluginCommands(
	world: ClientWorld,
	client: ClientVersion,
	registry: string | undefined,
): (...args: readonly string[]) => Promise<CommandRun> {
	const program = clientBinary(client);
	if (program === undefined) throw new Error(`Claude Code ${client} is not installed`);
	const env = {
		PATH: `${path.dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
		HOME: world.home,
		TMPDIR: path.join(world.root, 'tmp'),
		CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
		npm_config_registry: registry ?? NOWHERE,
		npm_config_fetch_retries: '0',
		npm_config_update_notifier: 'false',
	};
	return async (...args) => {
		const stdio: StdioOptions = ['ignore', 'pipe', 'pipe'];
		const child = spawn(program, ['plugin', ...args], { cwd: world.repo, env, stdio });
		let output = '';
		for (const stream of [child.stdout, child.stderr]) {
			stream?.on('data', (chunk) => {
				output += chunk;
			});
		}
		const [exit] = await once(child, 'close');
		return { exit: Number(exit), output };
	};
}
