import { describe, expect, it } from 'vitest';
import { finished, smallSession } from '../support/continuity-stories.ts';
import { makeContinuityWorld } from '../support/continuity-world.ts';
import { inOrder } from '../support/in-order.ts';

const DAY = 24;

describe('what sessions leave', () => {
	it('the record is there when the end hook is, and every field is filled', async () => {
		await using world = await makeContinuityWorld();
		const one = await finished(world, 1);
		expect(one.record()).toMatchObject({
			uuid: one.uuid,
			status: 'complete',
			started_at: expect.any(String),
			ended_at: expect.any(String),
			active_projects: ['repo'],
			pending_tasks: [{ id: `${one.key}-1`, title: 'Keep the cookie', status: 'in_progress' }],
			recent_learnings: [expect.stringMatching(/^i[0-9a-f]{12}$/)],
			pins: [{ label: 'cookie' }, { label: 'release', importance: 'critical' }],
		});
		expect(one.record()?.hot_topics).toContain('cookie');
	});

	it('all five are kept, readable, and their chain is whole', async () => {
		await using world = await makeContinuityWorld();
		await finished(world, 1);
		world.pass(DAY);
		const two = world.session(2);
		await two.start();
		await two.stop();
		await two.end();
		await world.world.req('session', 'lineage', '--continued', two.key);
		const events = (await world.world.json('session', 'events')) as { name: string }[];
		expect(events.map(({ name }) => name)).toEqual(
			expect.arrayContaining([
				'session_captured',
				'session_restored',
				'confidence_decay_applied',
				'pending_task_surfaced',
				'session_chain_traversal',
			]),
		);
		expect(world.events('session_captured')[0]).toMatchObject({
			pin_count: 2,
			learning_count: 1,
			task_count: 1,
		});
		expect((await world.world.req('session', 'events', '--verify')).exit).toBe(0);
	});

	it('previous and continued_by link sessions, and the chain is in order', async () => {
		await using world = await makeContinuityWorld();
		const all = await inOrder([1, 2, 3, 4, 5, 6], async (n) => {
			const one = await smallSession(world, n);
			world.pass(5);
			return one;
		});
		const keys = all.map(({ key }) => key);
		expect(all.map((one) => one.record()?.previous)).toEqual([null, ...keys.slice(0, -1)]);
		expect(all.map((one) => one.record()?.continued_by)).toEqual([...keys.slice(1), null]);
		const chain = await world.world.json(
			'session',
			'lineage',
			'--continued',
			keys.at(-1) ?? '',
			'--depth',
			'5',
		);
		expect((chain as { key: string }[]).map(({ key }) => key)).toEqual(keys.slice(1));
	});

	it('an explicit reference brings back a session of any age, archive included', async () => {
		await using world = await makeContinuityWorld();
		const old = await finished(world, 1);
		world.pass(14 * DAY);
		const two = world.session(2);
		expect(await two.start()).toBe('');
		expect(old.archived()?.uuid).toBe(old.uuid);
		const said = await two.req('session', 'continue', old.key);
		for (const piece of ['SameSite must be Lax', 'never on a Friday', 'proxy strips Secure'])
			expect(said).toContain(piece);
		const labels = JSON.parse(await two.req('note', 'list', '--json')).map(
			({ label }: { label: string }) => label,
		);
		expect(labels.sort()).toEqual(['cookie', 'release']);
		expect(world.events('session_override')).toEqual([expect.objectContaining({ by: 'agent' })]);
	});
});
