import { describe, expect, it } from 'vitest';
import { finished, smallSession, sourcesOf } from '../support/continuity-stories.ts';
import { type ContinuityWorld, makeContinuityWorld } from '../support/continuity-world.ts';
import { inOrder } from '../support/in-order.ts';

const DAY = 24;

interface Preview {
	readonly text: string;
	readonly sources: readonly { readonly key: string; readonly score: number }[];
}

async function preview({ world }: ContinuityWorld): Promise<Preview> {
	return (await world.json('session', 'preview')) as Preview;
}

describe('restoration at the start of a session', () => {
	it('two days later pins, topics, tasks and projects are told', async () => {
		await using world = await makeContinuityWorld();
		const one = await finished(world, 1);
		world.pass(2 * DAY);
		const told = await world.session(2).start();
		expect(told).toContain('[SESSION CONTINUITY — inherited from 1 prior session(s)]');
		expect(told).toContain('PENDING TASKS:');
		expect(told).toMatch(/^proj: repo$/m);
		// What the pins and the files say is no topic beside them.
		expect(told).not.toMatch(/^HOT TOPICS: .*cookie/m);
		expect(told).toContain('SameSite must be Lax behind the proxy');
		const origin = new RegExp(`\\[inherited from ${one.key}[-0-9a-f]* @ \\d{4}-\\d\\d-\\d\\dT`);
		expect(told).toMatch(origin);
	});

	it('a cold start is silent', async () => {
		await using world = await makeContinuityWorld();
		expect(await world.session(1).start()).toBe('');
	});

	it('after the lookback nothing is told', async () => {
		await using world = await makeContinuityWorld('version: 1\ncontinuity: { lookback_days: 3 }\n');
		await finished(world, 1);
		world.pass(4 * DAY);
		expect(await world.session(2).start()).toBe('');
	});

	it('the same start told twice is told once', async () => {
		await using world = await makeContinuityWorld();
		await finished(world, 1);
		const two = world.session(2);
		expect(await two.start()).toContain('SESSION CONTINUITY');
		expect(await two.start()).not.toContain('SESSION CONTINUITY');
		expect(two.record()?.restorations ?? two.lines('restore')).toHaveLength(1);
	});
});

describe('decay', () => {
	it('after 48 hours 1.0 counts as 0.89, and the original stays', async () => {
		await using world = await makeContinuityWorld();
		const one = await finished(world, 1);
		world.pass(48);
		const before = one.record()?.insights;
		await world.session(2).start();
		const decayed = world.events('confidence_decay_applied');
		expect(decayed).toEqual([expect.objectContaining({ original_score: 1 })]);
		expect(decayed[0]?.['decayed_score']).toBeCloseTo(0.886, 2);
		expect(decayed[0]?.['hours_elapsed']).toBeCloseTo(48, 0);
		expect(one.record()?.insights).toEqual(before);
	});

	it('what falls below the floor is not told', async () => {
		await using world = await makeContinuityWorld(
			'version: 1\ncontinuity: { decay: { rate: 0.9 } }\n',
		);
		const one = world.session(1);
		await one.start();
		await one.req('learn', 'doubtful thing');
		await one.req('learn', 'certain thing');
		const listed = JSON.parse(await one.req('learn', 'list', '--json')) as {
			id: string;
			text: string;
		}[];
		const doubtful = listed.find(({ text }) => text === 'doubtful thing')?.id ?? '';
		await one.req('learn', 'dispute', doubtful);
		await one.stop();
		await one.end();
		world.pass(5 * DAY);
		const told = await world.session(2).start();
		expect(told).toContain('certain thing');
		expect(told).not.toContain('doubtful thing');
	});
});

describe('relevance', () => {
	it('a session below the threshold is not restored', async () => {
		await using world = await makeContinuityWorld();
		world.branch('feature/elsewhere');
		const one = await smallSession(world, 1);
		world.pass(5 * DAY);
		world.branch('docs/typo');
		const two = world.session(2);
		await two.start();
		expect(sourcesOf(two)).toEqual([]);
		expect(one.record()?.continued_by).toBeNull();
	});

	it.each([
		[1, true],
		[100, true],
		[167, true],
		[169, false],
	])('with a pending task it is restored after %i hours: %s', async (hours, isRestored) => {
		await using world = await makeContinuityWorld();
		world.branch('feature/elsewhere');
		const one = await finished(world, 1);
		world.pass(hours);
		world.branch('docs/typo');
		const two = world.session(2);
		const told = await two.start();
		expect(sourcesOf(two)).toEqual(isRestored ? [one.key] : []);
		expect(told.includes('Keep the cookie')).toBe(isRestored);
	});

	it('of five sessions the three best contribute', async () => {
		await using world = await makeContinuityWorld();
		const all = await inOrder([1, 2, 3, 4, 5], async (n) => {
			const one = await smallSession(world, n);
			world.pass(10);
			return one;
		});
		const next = world.session(6);
		expect(await next.start()).toContain('inherited from 3 prior session(s)');
		expect(sourcesOf(next).sort()).toEqual(
			all
				.slice(2)
				.map(({ key }) => key)
				.sort(),
		);
	});

	it('topics in common make a session more relevant', async () => {
		await using world = await makeContinuityWorld();
		world.branch('feature/radio');
		const near = await smallSession(world, 1, 'src/antenna/antenna-tuner.ts');
		world.branch('feature/kitchen');
		const far = await smallSession(world, 2, 'src/kettle/kettle-lid.ts');
		world.branch('fix/antenna-tuner');
		const scores = Object.fromEntries(
			(await preview(world)).sources.map(({ key, score }) => [key, score]),
		);
		expect(scores[near.key]).toBeGreaterThan(scores[far.key] ?? 0);
	});
});
