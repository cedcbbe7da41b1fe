import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { RunItem } from '../../src/runs/run-file.ts';
import { type ClientWorld, openGatedWorld } from '../support/client-world.ts';
import { plan } from '../support/gated-configs.ts';
import { bash, text, write } from '../support/model-turns.ts';
import { type RunOfClients, reqWithClient, runsOf } from '../support/req-with-client.ts';
import { injectedContext, promptText } from '../support/seen-by-model.ts';

const done = [bash('req task done t1'), text('Done.')];

/** A world with the task t1. */
async function openTask(config = 'version: 1\n'): Promise<ClientWorld> {
	const world = await openGatedWorld(config);
	world.req('task', 'add', 'Keep the cookie');
	return world;
}

function lastItem(world: ClientWorld): RunItem | undefined {
	return runsOf(world).at(-1)?.items['t1'];
}

/** What the nth request of the run's sessions said to the model. */
function promptOf({ requests }: RunOfClients, request = 0): string {
	return promptText(requests.filter(({ from }) => from === 'main').at(request));
}

it('a task gets a session that reads its gates once, is held by them, marks it done, and is remembered', async () => {
	await using world = await openTask(plan);
	const edit = write(world.path('a.ts'), 'export function keepCookie() {}\n');

	const run = await reqWithClient(world, {
		args: ['run', '--json', '--', '--permission-mode', 'acceptEdits'],
		says: [edit, bash('req learn "the proxy strips cookies"'), ...done],
	});

	expect(run.exit).toBe(0);
	expect(promptOf(run)).toContain('Task: "Keep the cookie"');
	const main = run.requests.find(({ from }) => from === 'main');
	const shown = injectedContext(main, 'SessionStart').join('\n');
	expect(shown).toContain('1 of 1 requirement not satisfied on branch feature/x.');
	expect(shown).toContain('commit_plan (blocks edits): not satisfied');
	expect(promptOf(run, 1)).toContain('edit blocked on');
	expect(world.exists('a.ts')).toBe(false);
	const item = lastItem(world);
	expect(item).toMatchObject({ status: 'success', resumed: false, attempts: 1 });
	expect(world.record(item?.session_uuid ?? '')).toMatchObject({
		status: 'complete',
		insights: [{ text: 'the proxy strips cookies' }],
	});
});

it('`--resume` goes on with the session, which knows what was said; one that Claude Code does not find is replaced by a fresh one, once', async () => {
	await using world = await openTask();
	const left = await reqWithClient(world, { args: ['run'], says: [text('The proxy is next.')] });
	expect(left.exit).toBe(1);
	const uuid = lastItem(world)?.session_uuid ?? '';

	const args = ['run', '--resume', '--verbose'];
	const resumed = await reqWithClient(world, { args, says: [text('The proxy is known.')] });
	expect(resumed.stderr).toContain(`Resuming session ${uuid}`);
	expect(lastItem(world)).toMatchObject({ resumed: true, session_uuid: uuid });
	expect(promptOf(resumed)).toContain('Work on task t1');
	expect(promptOf(resumed)).toContain('Go on with task t1');
	expect(promptOf(resumed).match(/The proxy is next\./g)).toHaveLength(2);

	const projects = path.join(world.home, '.claude/projects');
	const [project = ''] = readdirSync(projects);
	// It is there, and holds nothing: only the client can tell.
	writeFileSync(path.join(projects, project, `${uuid}.jsonl`), '');
	const fresh = await reqWithClient(world, { args: ['run', '--resume'], says: done });
	expect(fresh.exit).toBe(0);
	expect(fresh.stderr).toContain(`No conversation found with session ID: ${uuid}`);
	expect(lastItem(world)).toMatchObject({ status: 'success', resumed: false, attempts: 2 });
	expect(lastItem(world)?.session_uuid).not.toBe(uuid);
	expect(promptOf(fresh)).toContain('> The proxy is known.');
});
