import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { builtHook, runNode } from '../support/run-hook.ts';
import { makeReqWorld, type ReqWorld } from '../support/run-req.ts';

const preload = fileURLToPath(new URL('../support/reads-spy.cjs', import.meta.url));
const WARNS = 'version: 1\nrequirements:\n  planned:\n    enforce: warn\n    skills: [plan]\n';

it('D1: an edit that is let through without a word opens no state of another branch', async () => {
	await using world = await makeReqWorld(WARNS);
	const first = edits(world, 1);
	expect(first.stdout).toContain('planned: not satisfied');
	const other = { schema_version: 1, branch: 'other', requirements: {} };
	writeFileSync(join(world.repo, '.git/requirements/other.json'), JSON.stringify(other));
	expect(edits(world, 1).opened).not.toContain('other.json');
	expect(edits(world, 2)).toMatchObject({
		stdout: expect.stringContaining('planned: not satisfied'),
		opened: expect.arrayContaining(['other.json']),
	});
	expect(edits(world, 2)).toMatchObject({ stdout: '' });
});

/** An edit before it happens: what the hook says, and which files of the state directory it opened. */
function edits(world: ReqWorld, prompt: number): { stdout: string; opened: string[] } {
	const log = join(world.dir, `reads-${Math.random()}.log`);
	const event = {
		...{ hook_event_name: 'PreToolUse', session_id: 'abc12345-0000-4000-8000-000000000000' },
		...{ cwd: world.repo, prompt_id: `prompt-${prompt}`, tool_name: 'Edit', tool_use_id: 't1' },
		tool_input: { file_path: join(world.repo, 'a.txt'), old_string: 'a', new_string: 'b' },
	};
	const { exit, stderr, stdout } = runNode(['--require', preload, builtHook('pre-tool-use')], {
		cwd: world.repo,
		stdin: JSON.stringify(event),
		env: { ...world.env, CLAUDE_PROJECT_DIR: world.repo, REQ_TEST_SPY_LOG: log },
	});
	expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
	const stateDir = join(world.repo, '.git/requirements/');
	const calls = readFileSync(log, 'utf8').split('\n').filter(Boolean);
	const paths = calls.map((line) => JSON.parse(line) as [name: string, path: string]);
	return {
		stdout,
		opened: paths
			.filter(([name, path]) => name.startsWith('open') && path.startsWith(stateDir))
			.map(([, path]) => path.slice(stateDir.length)),
	};
}
