import { describe, expect, it } from 'vitest';
import { finished, smallSession } from '../support/continuity-stories.ts';
import { makeContinuityWorld } from '../support/continuity-world.ts';
import { inOrder } from '../support/in-order.ts';

const DAY = 24;

describe('inherited pins', () => {
	it('of seven pins five are inherited', async () => {
		await using world = await makeContinuityWorld();
		const one = world.session(1);
		await one.start();
		for (let n = 1; n <= 7; n += 1) await one.req('note', 'pin', `pin-${n}`, `content of ${n}`);
		await one.stop();
		await one.end();
		const two = world.session(2);
		expect(await two.start()).toContain('WORKING MEMORY RESTORED: 5 pins inherited');
		expect(JSON.parse(await two.req('note', 'list', '--json'))).toHaveLength(5);
	});

	it('the session’s own pin of the same label wins', async () => {
		await using world = await makeContinuityWorld();
		await finished(world, 1);
		const two = world.session(2);
		await two.start();
		await two.req('note', 'pin', 'cookie', 'SameSite is None now');
		await two.stop();
		const pins = two.record()?.pins.filter(({ label }) => label === 'cookie');
		expect(pins).toEqual([expect.objectContaining({ content: 'SameSite is None now' })]);
	});

	it('on another branch, six days later, only the critical pin is inherited', async () => {
		await using world = await makeContinuityWorld();
		await finished(world, 1);
		world.pass(6 * DAY);
		world.branch('docs/typo');
		const told = await world.session(2).start();
		expect(told).toContain('never on a Friday');
		expect(told).not.toContain('SameSite must be Lax');
	});
});

describe('pending tasks', () => {
	it('tasks in build, verify and validate are told with id, title, stage and days', async () => {
		await using world = await makeContinuityWorld();
		const one = world.session(1);
		await one.start();
		for (const stage of ['build', 'verify', 'validate'])
			await one.req('task', 'add', `Task in ${stage}`, '--stage', stage);
		await one.req('task', 'add', 'Over and done', '--stage', 'build');
		await one.req('task', 'done', 't4');
		await one.stop();
		await one.end();
		world.pass(3 * DAY);
		const told = await world.session(2).start();
		for (const stage of ['build', 'verify', 'validate']) {
			const row = new RegExp(
				`^- \\[t\\d\\] Task in ${stage} \\(last stage: ${stage}, 3d ago\\)$`,
				'm',
			);
			expect(told).toMatch(row);
		}
		expect(told).not.toContain('[t4]');
		expect(world.events('pending_task_surfaced')).toHaveLength(3);
	});

	it('a task that was dropped or done meanwhile is left out without a word', async () => {
		await using world = await makeContinuityWorld();
		const one = world.session(1);
		await one.start();
		await one.req('task', 'add', 'Stays', '--stage', 'build');
		await one.req('task', 'add', 'Goes', '--stage', 'build');
		await one.stop();
		await one.end();
		await world.world.req('task', 'done', 't2');
		const told = await world.session(2).start();
		expect(told).toContain('Stays');
		expect(told).not.toContain('Goes');
	});
});

describe('the chain', () => {
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
