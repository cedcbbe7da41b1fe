import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { builtHook, type HookName, runNode } from '../support/run-hook.ts';
import { ANA, makeReqWorld, type ReqWorld } from '../support/run-req.ts';

const preload = fileURLToPath(new URL('../support/reads-spy.cjs', import.meta.url));
const CONFIG = `version: 1
requirements:
  tested:
    enforce: stop
    commands: [npm test]
`;

/** Whether a hook loads the shell's parser for a command line. */
function parses(world: ReqWorld, hook: HookName, command: string): boolean {
	const log = join(world.dir, `${hook}-${command.replace(/\W/g, '-')}.log`);
	const call = { tool_name: 'Bash', tool_input: { command }, tool_use_id: 'toolu_1' };
	const event = { session_id: ANA, cwd: world.repo, ...call, tool_response: { stdout: '' } };
	const { exit, stderr } = runNode(['--require', preload, builtHook(hook)], {
		cwd: world.repo,
		stdin: JSON.stringify(event),
		env: { ...world.env, CLAUDE_PROJECT_DIR: world.repo, REQ_TEST_SPY_LOG: log },
	});
	expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
	return /\/(?:shell-line|unbash)-/.test(readFileSync(log, 'utf8'));
}

it('what a command proves is read after it ran, and not before', async () => {
	await using world = await makeReqWorld(CONFIG);
	expect(parses(world, 'pre-tool-use', 'npm test')).toBe(false);
	expect(parses(world, 'post-tool-use', 'npm test')).toBe(true);
});

it.each(['ls src/tests', 'grep latest a', 'cat spec.md'])(
	'no hook loads the parser for %s',
	async (command) => {
		await using world = await makeReqWorld(CONFIG);
		expect(parses(world, 'pre-tool-use', command)).toBe(false);
		expect(parses(world, 'post-tool-use', command)).toBe(false);
	},
);
