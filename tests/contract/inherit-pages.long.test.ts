import { describe, expect, it } from 'vitest';
import { CLOSING_LINE } from '../../src/core/inject/compile-injection.ts';
import { makeContinuityWorld } from '../support/continuity-world.ts';
import { blocksIn, callsIn } from '../support/page-section.ts';

const SKILL = '.claude/skills/req/SKILL.md';

describe('how to leave learnings', () => {
	it('is the last line of ours below what a start or a compaction tells; a cold start is silent', async () => {
		await using world = await makeContinuityWorld();
		const [first, second] = [world.session(1), world.session(2)];
		expect(await first.start()).toBe('');
		await first.req('learn', 'the tests need a database');
		await first.stop();
		expect((await first.start('compact')).trimEnd().split('\n').at(-1)).toBe(CLOSING_LINE);
		await first.end();
		expect((await second.start()).trimEnd().split('\n').at(-1)).toBe(CLOSING_LINE);
	});

	it('stands in the skill, whose examples do what they say', async () => {
		await using world = await makeContinuityWorld();
		const [first, heir] = [world.session(1), world.session(2, { env: { REQ_INHERIT_FROM: 'a' } })];
		await first.start();
		for (const call of callsIn(blocksIn(SKILL, 'Leave learnings').join('\n')))
			await first.req(...call);
		await first.req('session', 'name', 'a');
		await first.stop();
		await first.end();
		const kinds = first.record()?.insights.map(({ kind }) => kind);
		expect(kinds).toEqual(['learning', 'pattern', 'warning', 'decision']);
		await heir.start();
		for (const call of callsIn(blocksIn(SKILL, 'Say what you inherited').join('\n')))
			await heir.req(...call);
		await heir.stop();
		expect(heir.record()?.comprehension).toMatchObject({ present: true });
	});
});
