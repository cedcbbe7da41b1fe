import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DONE, makeRunWorld } from '../../support/fake-claude.ts';
import { ANA, BEN, GATED } from '../../support/run-req.ts';
import {
	begun,
	HALF,
	inProgress,
	item,
	plant,
	resumed,
	transcript,
} from '../../support/run-stories.ts';

describe('req run --resume', () => {
	it('test_resume_session_id_applied, in the same directory', async () => {
		await using world = await begun();
		const ran = await world.run('--resume');
		expect(ran.exit).toBe(0);
		const [first, second] = world.starts();
		expect(second?.args).toEqual([...(first?.args ?? []), '--resume', ANA]);
		expect(second?.cwd).toBe(first?.cwd);
		expect(second?.prompt).toContain('Go on with task t1');
		expect(second?.prompt).toContain('> The key is wrong in cache.ts.');
		expect(item(world, 't1')).toMatchObject({
			...{ status: 'success', session_uuid: ANA, resumed: true, attempts: 1 },
		});
	});

	it('test_resume_session_id_none_skipped', async () => {
		await using world = await inProgress();
		expect((await world.run('-r')).exit).toBe(0);
		expect(world.starts()[0]?.args).not.toContain('--resume');
		expect(item(world, 't1')).toMatchObject({ resumed: false, status: 'success' });
	});

	it('what is in progress comes first; what waits gets a session of its own', async () => {
		await using world = await makeRunWorld(GATED);
		for (const title of ['waits', 'begun']) await world.req('task', 'add', title);
		world.plays({ ...HALF, session: ANA }, { bash: [DONE] });
		await world.run('t2');
		await world.run('--resume');
		const [, second, third] = world.starts();
		expect(second?.prompt).toContain('task t2');
		expect(second?.args).toContain(ANA);
		expect(third?.prompt).toContain('task t1');
		expect(third?.args).not.toContain('--resume');
	});

	it('what waits gets a session of its own, even where an earlier one worked on it', async () => {
		await using world = await makeRunWorld(GATED);
		await world.req('task', 'add', 'first');
		transcript(world, BEN);
		plant(world, '20261120T100000000Z_aaaaaaaa', {});
		expect(await resumed(world)).toBeNull();
		expect((await world.run('--resume')).exit).toBe(0);
		expect(world.starts()[0]?.args).not.toContain('--resume');
	});

	it('says which session goes on with --verbose only', async () => {
		await using quiet = await begun();
		expect((await quiet.run('--resume')).stderr).not.toContain('Resuming session');
		await using verbose = await begun();
		const { stderr } = await verbose.run('--resume', '--verbose');
		expect(stderr.split('\n').filter((line) => line.includes('Resuming'))).toEqual([
			`Resuming session ${ANA}`,
		]);
	});
});

it('the id and the process of a session are in the run file while it is at work: whoever is killed then knows them', async () => {
	await using world = await makeRunWorld(GATED);
	await world.req('task', 'add', 'first');
	// Two seconds after it told its id the session looks itself up.
	world.plays({
		...{ session: ANA, pauses: 2_000, bash: ['cp .git/requirements/runs/*.json seen.json', DONE] },
	});
	expect((await world.run()).exit).toBe(0);
	const seen = JSON.parse(readFileSync(join(world.repo, 'seen.json'), 'utf8'));
	expect(seen).toMatchObject({
		completed_at: null,
		items: {
			t1: { status: 'running', session_uuid: ANA, client: { pid: world.starts()[0]?.pid } },
		},
	});
});
