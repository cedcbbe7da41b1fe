import { describe, expect, it } from 'vitest';
import { killedPid, makeContinuityWorld, type Played } from '../support/continuity-world.ts';

const DAY = 24;

function filesOf(one: Played): string[] | undefined {
	return one.record()?.activity.files.map(({ path }) => path);
}

describe('a session that ended and was resumed', () => {
	it('D14: is not archived while its record does not know of its return', async () => {
		await using world = await makeContinuityWorld();
		const one = world.session(1);
		await one.start();
		await one.edit('src/first.ts');
		await one.end();
		world.pass(6 * DAY);
		await one.start('resume');
		await one.edit('src/second.ts');
		world.pass(2 * DAY);
		await world.session(2).start();
		expect(one.archived()).toBeUndefined();
		await one.edit('src/third.ts');
		await one.stop();
		expect(filesOf(one)).toEqual(['src/first.ts', 'src/second.ts', 'src/third.ts']);
		expect(one.record()).toMatchObject({ status: 'active', ended_at: null });
	});

	it('D13: is recovered when it was killed before its first turn was over', async () => {
		await using world = await makeContinuityWorld();
		const one = world.session(1);
		await one.start();
		await one.req('note', 'pin', 'db', 'postgres 16');
		await one.end();
		world.pass(6 * DAY);
		const again = world.session(1, { pid: await killedPid() });
		await again.start('resume');
		await again.edit('src/second.ts');
		const told = await world.session(2).start();
		expect(one.record()).toMatchObject({ status: 'crashed', crash_recovered: true });
		expect(filesOf(one)).toEqual(['src/second.ts']);
		expect(world.events('session_crash_recovered')).toHaveLength(1);
		expect(told).toContain('postgres 16');
	});

	it('D14: is folded from the first line of its new journal when the earlier one was pruned', async () => {
		await using world = await makeContinuityWorld();
		const one = world.session(1);
		await one.start();
		await one.end();
		world.pass(8 * DAY);
		const other = world.session(2);
		await other.start();
		await other.end();
		expect(one.archived()).toMatchObject({ status: 'archived' });
		world.pass(40 * DAY);
		expect((await world.world.req('prune')).exit).toBe(0);
		await one.start('resume');
		for (const n of [1, 2, 3]) await one.edit(`src/${n}.ts`);
		await one.stop();
		expect(one.record()).toMatchObject({ status: 'active', ended_at: null });
		expect(filesOf(one)).toEqual(['src/1.ts', 'src/2.ts', 'src/3.ts']);
	});
});
