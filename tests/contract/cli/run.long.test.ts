import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DONE, makeRunWorld, type RunWorld } from '../../support/fake-claude.ts';
import { git } from '../../support/git-repo.ts';
import { entriesIn } from '../../support/remembered.ts';
import { ANA, BEN, GATED } from '../../support/run-req.ts';

const OF_EVERY_START = [
	...['-p', '--output-format', 'stream-json', '--verbose'],
	...['task', 'learn', 'note', 'inherit ack'].flatMap((name) => ['--allowed-tools', `Bash(req ${name}:*)`]),
];

/** Such a world with tasks t1, t2 … on its branch. */
async function worldWith(...titles: readonly string[]): Promise<RunWorld> {
	const world = await makeRunWorld(GATED);
	for (const title of titles) await world.req('task', 'add', '--', title);
	return world;
}

function statuses(world: RunWorld): Record<string, string> {
	const items = Object.entries(world.runs().at(-1)?.items ?? {});
	return Object.fromEntries(items.map(([task, { status }]) => [task, status]));
}

async function taskStatus(world: RunWorld): Promise<Record<string, string>> {
	const tasks = (await world.json('task', 'list', '--done')) as { id: string; status: string }[];
	return Object.fromEntries(tasks.map(({ id, status }) => [id, status]));
}

describe('req run', () => {
	it('works through the tasks that wait, oldest first, one session each', async () => {
		await using world = await worldWith('first', 'second');
		const done = await world.json('run');
		expect(done).toMatchObject({
			...{ run_id: expect.any(String), kind: 'run', completed_at: expect.any(String) },
			items: { t1: { status: 'success', session_uuid: world.starts()[0]?.session, error: null } },
		});
		expect(statuses(world)).toEqual({ t1: 'success', t2: 'success' });
		expect(await taskStatus(world)).toEqual({ t1: 'done', t2: 'done' });
		const starts = world.starts();
		expect(starts.map(({ prompt }) => /task (t\d)/.exec(prompt)?.[1])).toEqual(['t1', 't2']);
		expect(new Set(starts.map(({ session }) => session)).size).toBe(2);
		expect(world.runs()).toMatchObject([
			{
				...{ kind: 'run', branch: 'feature/x', completed_at: expect.any(String) },
				items: {
					t1: { session_uuid: starts[0]?.session, attempts: 1, turns: 2, error: null },
					t2: { session_uuid: starts[1]?.session, resumed: false, last_findings: 'I did it.' },
				},
			},
		]);
	});

	it('tells the session what there is to do', async () => {
		await using world = await makeRunWorld(GATED);
		await world.req('task', 'add', 'cache it', '--description', 'with a key', '--stage', 'build');
		await world.run('t1');
		const [start] = world.starts();
		expect(start?.prompt).toContain('Task: "cache it"');
		expect(start?.prompt).toContain('with a key');
		expect(start?.prompt).toContain('req task done t1');
		expect(start?.cwd).toBe(world.repo);
		expect(start?.args).toEqual(OF_EVERY_START);
	});

	it('a session that ends without the mark has failed, and its task stays in progress', async () => {
		await using world = await worldWith('first', 'second');
		world.plays({ says: 'Half of it.' }, { bash: [DONE] });
		expect((await world.run()).exit).toBe(1);
		expect(statuses(world)).toEqual({ t1: 'failed', t2: 'success' });
		expect(await taskStatus(world)).toEqual({ t1: 'in_progress', t2: 'done' });
	});

	it('what ends with an error fails with it', async () => {
		await using world = await worldWith('first', 'second', 'third');
		world.plays({ fails: 'API Error: 529 overloaded' }, { stderr: 'no such option', exit: 2 }, { result: false });
		expect((await world.run()).exit).toBe(1);
		expect(world.runs()[0]?.items).toMatchObject({
			t1: { status: 'failed', error: 'API Error: 529 overloaded' },
			t2: { status: 'failed', error: 'no such option' },
			t3: { status: 'failed', session_uuid: expect.any(String) },
		});
	});

	it('ends a session that takes too long, and goes on with the next task', async () => {
		await using world = await worldWith('first', 'second');
		world.plays({ hangs: 60_000 }, { bash: [DONE] });
		// The second one ends by itself meanwhile, also on a busy machine.
		const late = await world.run('--timeout', '8s');
		expect(late.exit).toBe(1);
		expect(late.stdout).toContain('t1: it took longer than --timeout allows');
		expect(statuses(world)).toEqual({ t1: 'timeout', t2: 'success' });
		expect(world.runs()[0]?.items['t1']?.session_uuid).toBe(world.starts()[0]?.session);
	});

	it('finds out before any task is begun that there is no client', async () => {
		await using world = await worldWith('first');
		const ran = await world.reqWith({ env: { REQ_CLAUDE: 'no-such-claude' } }, 'run');
		expect(ran).toMatchObject({ exit: 1, stdout: '' });
		expect(ran.stderr).toContain('REQ_CLAUDE');
		expect(await taskStatus(world)).toEqual({ t1: 'open' });
		expect(world.runs()).toEqual([]);
	});

	it('leaves what is in progress, what the model noted, and other branches alone', async () => {
		await using world = await worldWith('mine', 'begun');
		await world.req('task', 'start', 't2');
		git(world.repo, 'switch', '-q', '-c', 'other');
		await world.req('task', 'add', 'elsewhere');
		git(world.repo, 'switch', '-q', 'feature/x');
		await world.run();
		expect(statuses(world)).toEqual({ t1: 'success' });
		expect((await world.run('t3')).exit).toBe(64);
	});

	it('works on named tasks in their order, each once, in progress or not, and on no other', async () => {
		await using world = await worldWith('a', 'b', 'c');
		await world.req('task', 'start', 't2');
		expect((await world.run('t3', '2', 't3')).exit).toBe(0);
		expect(statuses(world)).toEqual({ t3: 'success', t2: 'success' });
		expect(world.starts()[0]?.prompt).toContain('task t3');
		expect((await world.run('t9')).exit).toBe(1);
		expect((await world.run('t3')).exit).toBe(64);
	});

	it('--dry-run shows what would run, and writes nothing', async () => {
		await using world = await worldWith('a', 'b');
		expect((await world.asModel(ANA, 'run', '--dry-run')).exit).toBe(0);
		expect(await world.json('run', '--dry-run')).toEqual([
			{ id: 't1', title: 'a', status: 'open', resumes: null },
			{ id: 't2', title: 'b', status: 'open', resumes: null },
		]);
		expect(world.starts()).toEqual([]);
		expect(world.runs()).toEqual([]);
		expect(await taskStatus(world)).toEqual({ t1: 'open', t2: 'open' });
	});

	it('passes everything after -- to the client untouched', async () => {
		await using world = await worldWith('a');
		const own = ['--permission-mode', 'acceptEdits', '--model', 'opus', '--allowed-tools', 'Bash'];
		const given = [...own, '--max-turns', '40', '$(id)', '--resume-not'];
		await world.run('t1', '--', ...given);
		expect(world.starts()[0]?.args.slice(-given.length)).toEqual(given);
	});

	it.each([
		'-rf; touch /tmp/never',
		'$(touch never) `touch never`',
		'two\nlines --resume 1a2b',
		'\u001b[2J\u001b]0;owned\u0007 \u202egnp',
		'"quoted" \\ and <tags>',
	])('the title %j is no argument, no command and no escape code', async (title) => {
		await using world = await worldWith(title);
		const ran = await world.run();
		expect(ran.exit).toBe(0);
		expect(world.starts()[0]?.args).toEqual(OF_EVERY_START);
		expect(world.starts()[0]?.prompt.split('\n')[1]).toMatch(/^Task: "/);
		const said = `${ran.stdout}${ran.stderr}${world.starts()[0]?.prompt}`;
		expect(said).not.toMatch(/[\u001b\u0007\u202e]/);
		expect(existsSync(join(world.repo, 'never'))).toBe(false);
	});

	it('--inherit names the source to each new session; one that nobody knows is refused at once', async () => {
		await using world = await worldWith('a');
		await world.start(BEN);
		await world.req('learn', 'the cache key holds the user', '--session', BEN);
		for (const asked of [['--inherit', 'nobody'], ['--inherit=nobody']])
			expect((await world.run(...asked)).exit).toBe(1);
		expect(world.runs()).toEqual([]);
		world.plays({ hooks: true, bash: [DONE] });
		expect((await world.run(`--inherit=${BEN.slice(0, 8)}`)).exit).toBe(0);
		const [start] = world.starts();
		expect(start?.env['REQ_INHERIT_FROM']).toBe(BEN);
		const kinds = entriesIn(world, start?.session ?? '').map(({ e }) => e);
		expect(kinds).toContain('inherit');
	});

	it('inherits nothing that the run was not asked to, whatever the shell around it inherits', async () => {
		await using world = await worldWith('a');
		await world.start(BEN);
		const env = { REQ_INHERIT_FROM: BEN, REQ_INHERIT_BUNDLE: '/nowhere' };
		expect((await world.reqWith({ env }, 'run')).exit).toBe(0);
		const names = Object.keys(world.starts()[0]?.env ?? {});
		expect(names.filter((name) => name.startsWith('REQ_INHERIT'))).toEqual([]);
		expect(world.runs()).toMatchObject([{ config: { inherit: null } }]);
	});

	it('a task that another session ends meanwhile starts none', async () => {
		await using world = await worldWith('a', 'b');
		world.plays({ bash: [DONE, DONE.replace('{task}', 't2')] });
		expect((await world.run()).exit).toBe(0);
		expect(statuses(world)).toEqual({ t1: 'success', t2: 'success' });
		expect(world.starts()).toHaveLength(1);
	});

	it('run_started and run_item_finished are events', async () => {
		await using world = await worldWith('a');
		await world.run();
		const events = (await world.json('session', 'events')) as { name: string }[];
		const [run] = world.runs();
		expect(events.filter(({ name }) => name.startsWith('run_'))).toMatchObject([
			{ name: 'run_started', data: { run_id: run?.run_id, items: ['t1'], kind: 'run' } },
			{
				...{ name: 'run_item_finished', session: world.starts()[0]?.session },
				data: { item: 't1', status: 'success' },
			},
		]);
		expect((await world.req('session', 'events', '--verify')).exit).toBe(0);
	});

	it('a run that cannot be kept does not begin', async () => {
		await using world = await worldWith('a');
		writeFileSync(join(world.repo, '.git/requirements/runs'), 'in the way');
		expect((await world.run()).exit).toBe(1);
		expect(world.starts()).toEqual([]);
		expect(await taskStatus(world)).toEqual({ t1: 'open' });
		expect(readFileSync(join(world.repo, '.git/requirements/runs'), 'utf8')).toBe('in the way');
	});
});
