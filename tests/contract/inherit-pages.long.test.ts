import { describe, expect, it } from 'vitest';
import { CLOSING_LINE } from '../../src/core/inject/compile-injection.ts';
import { type ContinuityWorld, makeContinuityWorld } from '../support/continuity-world.ts';
import { blocksIn, callsIn } from '../support/page-section.ts';

const SKILL = '.claude/skills/req/SKILL.md';
const [LEAVE = '', FOUND = '', TAKE = '', , TOLD = '', LINEAGE = ''] = blocksIn('docs/inherit.md');

/** Keys and times are another run's. */
function timeless(text: string): string {
	return text
		.replaceAll(/\b[0-9a-f]{8}\b/g, 'KEY')
		.replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\dZ)?/g, 'TIME');
}

/** What stands below the command line of a block, and what that command prints. */
function printed({ world }: ContinuityWorld, uuid: string, block: string): [string, string] {
	const [line = '', ...shown] = block.trimEnd().split('\n');
	const ran = world.asModel(uuid, ...line.split(' ').slice(2));
	return [timeless(shown.join('\n')), timeless(ran.stdout.trimEnd())];
}

it('the example of the page is what happens', async () => {
	await using world = await makeContinuityWorld();
	world.branch('feature/login');
	const [first, heir] = [world.session(1), world.session(2)];
	first.start();
	for (const call of callsIn(LEAVE)) first.req(...call);
	first.stop('Login and logout work with JWT; the refresh of tokens is next.');
	first.end();

	const [listed, list] = printed(world, heir.uuid, FOUND);
	expect(list).toBe(listed);
	world.branch('feature/refresh');
	const [armed = []] = callsIn(TAKE);
	expect(world.world.req(...armed).exit).toBe(0);
	const told = timeless(heir.start());
	expect(TOLD).toContain('WARNINGS:');
	const missing = timeless(TOLD)
		.split('\n')
		.filter((line) => !told.includes(line));
	expect(missing).toEqual([]);
	expect(told).toContain('STEP 0');
	heir.req('inherit', 'ack', 'Earlier: JWT. Task: the refresh. So: one transaction.');
	heir.stop();
	const [drawn, lineage] = printed(world, heir.uuid, LINEAGE);
	expect(lineage).toBe(drawn);
	expect(heir.record()?.comprehension).toMatchObject({ required: true, present: true });
});

describe('how to leave learnings', () => {
	it('is the last line of ours below what a start or a compaction tells; a cold start is silent', async () => {
		await using world = await makeContinuityWorld();
		const [first, second] = [world.session(1), world.session(2)];
		expect(first.start()).toBe('');
		first.req('learn', 'the tests need a database');
		first.stop();
		expect(first.start('compact').trimEnd().split('\n').at(-1)).toBe(CLOSING_LINE);
		first.end();
		expect(second.start().trimEnd().split('\n').at(-1)).toBe(CLOSING_LINE);
	});

	it('stands in the skill, whose examples do what they say', async () => {
		await using world = await makeContinuityWorld();
		const [first, heir] = [world.session(1), world.session(2, { env: { REQ_INHERIT_FROM: 'a' } })];
		first.start();
		for (const call of callsIn(blocksIn(SKILL, 'Leave learnings').join('\n'))) first.req(...call);
		first.req('session', 'name', 'a');
		first.stop();
		first.end();
		const kinds = first.record()?.insights.map(({ kind }) => kind);
		expect(kinds).toEqual(['learning', 'pattern', 'warning', 'decision']);
		heir.start();
		for (const call of callsIn(blocksIn(SKILL, 'Say what you inherited').join('\n')))
			heir.req(...call);
		heir.stop();
		expect(heir.record()?.comprehension).toMatchObject({ present: true });
	});
});
