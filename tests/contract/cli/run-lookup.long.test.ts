import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { makeRepo, writeIn } from '../../support/git-repo.ts';
import { ANA, BEN, GATED } from '../../support/run-req.ts';
import { begun, inProgress, plant, resumed, writeRun } from '../../support/run-stories.ts';

/** Writes down what the command asks the disk about. */
const SPY = fileURLToPath(new URL('../../support/reads-spy.cjs', import.meta.url));

describe('the session that worked on a task last', () => {
	it('test_lookup_finds_recent_session, test_lookup_sorts_by_started_at_timestamp', async () => {
		await using world = await inProgress();
		plant(world, '20261120T120000000Z_aaaaaaaa', { started_at: '2026-11-20T08:00:00.000Z' });
		const items = { t1: { ...world.runs()[0]?.items['t1'], session_uuid: ANA } };
		plant(world, '20261119T120000000Z_bbbbbbbb', { started_at: '2026-11-20T09:00:00.000Z', items });
		expect(await resumed(world)).toBe(ANA);
	});

	it('test_lookup_fallback_to_filename_sort', async () => {
		await using world = await inProgress();
		plant(world, '20261120T120000000Z_aaaaaaaa', { started_at: 'then' });
		const items = { t1: { ...world.runs()[0]?.items['t1'], session_uuid: ANA } };
		plant(world, '20261119T120000000Z_bbbbbbbb', { started_at: 'before', items });
		expect(await resumed(world)).toBe(BEN);
	});

	it('test_lookup_ignores_runs_without_session_id', async () => {
		await using world = await inProgress();
		plant(world, '20261120T100000000Z_aaaaaaaa', {});
		const none = { ...world.runs()[0]?.items['t1'], session_uuid: null };
		const at = (hour: string) => ({ started_at: `2026-11-20T${hour}:00:00.000Z` });
		plant(world, '20261120T110000000Z_bbbbbbbb', { ...at('11'), items: { t1: none } });
		plant(world, '20261120T120000000Z_cccccccc', { ...at('12'), items: {} });
		expect(await resumed(world)).toBe(BEN);
	});

	it('test_lookup_returns_none_if_missing', async () => {
		await using world = await inProgress();
		expect(await resumed(world)).toBeNull();
	});

	it('test_lookup_handles_corrupt_json: told on stderr, and passed over', async () => {
		await using world = await inProgress();
		plant(world, '20261120T100000000Z_aaaaaaaa', {});
		writeRun(world, '20261120T110000000Z_bbbbbbbb.json', '{"schema_version": 1, "items": {');
		writeRun(world, 'zz\u001b[31m.json', '[]');
		plant(world, '20261120T130000000Z_dddddddd', { pid: 'none' });
		plant(world, '20261120T140000000Z_eeeeeeee', { schema_version: 2 });
		expect(await resumed(world)).toBe(BEN);
		const { stderr, exit } = await world.run('--resume', '--dry-run');
		expect(exit).toBe(0);
		expect(stderr).toContain('4 run files passed over');
		expect(stderr).not.toContain('\u001b');
		expect((await world.req('run', 'list')).stderr).toContain('4 run files passed over');
	});

	it.each(['--dangerously-skip-permissions', '../../etc', `${BEN}\n--model`, ''])(
		'an id that is none, %j, is never an argument',
		async (session_uuid) => {
			await using world = await inProgress();
			plant(world, '20261120T100000000Z_aaaaaaaa', {});
			const items = { t1: { ...world.runs()[0]?.items['t1'], session_uuid } };
			plant(world, '20261120T100000000Z_aaaaaaaa', { items });
			expect(await resumed(world)).toBeNull();
			expect((await world.run('--resume')).exit).toBe(0);
			expect(world.starts()[0]?.args).not.toContain('--resume');
			expect(world.starts()[0]?.args).not.toContain(session_uuid);
		},
	);

	it('is of this repository', async () => {
		await using world = await begun();
		const other = makeRepo(join(world.dir, 'other'));
		writeIn(other, '.claude/requirements.yaml', GATED);
		// The same user, with the same task in another repository.
		const reqThere = (...args: string[]) => world.reqWith({ cwd: other }, ...args);
		await reqThere('task', 'add', 'first');
		await reqThere('task', 'start', 't1');
		const planned = await reqThere('run', '--resume', '--dry-run', '--json');
		expect(JSON.parse(planned.stdout)).toMatchObject([{ id: 't1', resumes: null }]);
		expect(await resumed(world)).toBe(ANA);
	});

	it('reads each run file once, however many tasks ask for it', async () => {
		await using world = await inProgress();
		for (const task of ['t2', 't3']) {
			await world.req('task', 'add', `the task ${task}`);
			await world.req('task', 'start', task);
		}
		const name = '20261120T100000000Z_aaaaaaaa';
		plant(world, name, {});
		const { t1 } = world.runs()[0]?.items ?? {};
		plant(world, name, { items: { t1, t2: t1, t3: t1 } });
		const log = join(world.dir, 'reads.jsonl');
		const env = { NODE_OPTIONS: `--require ${SPY}`, REQ_TEST_SPY_LOG: log };
		const { stdout } = await world.reqWith({ env }, 'run', '--resume', '--dry-run', '--json');
		expect(JSON.parse(stdout)).toMatchObject([1, 2, 3].map(() => ({ resumes: BEN })));
		const opened = () => {
			const asked = readFileSync(log, 'utf8').split('\n');
			return asked.filter((line) => line.includes(name) && line.startsWith('["openSync"'));
		};
		expect(opened()).toHaveLength(1);
		// Once more under the lock, because of runs that begin at the same time.
		await world.reqWith({ env }, 'run', '--resume');
		expect(opened()).toHaveLength(3);
	});

	it('runs list and show read the same files', async () => {
		await using world = await begun();
		await world.run('--resume');
		const [newest, oldest] = (await world.json('run', 'list')) as {
			run_id: string;
			items: object;
		}[];
		expect(newest).toMatchObject({
			items: { t1: { status: 'success', session_uuid: ANA, resumed: true, error: null } },
		});
		expect(oldest).toMatchObject({ items: { t1: { status: 'failed', session_uuid: ANA } } });
		const short = oldest?.run_id.slice(-8) ?? '';
		expect(await world.json('run', 'show', short)).toMatchObject({ run_id: oldest?.run_id });
		expect(await world.json('run', 'show')).toEqual(world.runs().at(-1));
		expect((await world.req('run', 'show', 'nothere')).exit).toBe(1);
	});
});
