import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Answer, addTo, outputOf } from './messages.ts';

describe('D17: every text stays below what Claude Code cuts', () => {
	const text = fc.oneof(
		fc.string({ unit: 'grapheme', maxLength: 30_000, size: 'max', minLength: 1 }),
		fc.integer({ min: 1, max: 12_000 }).map((length) => 'x'.repeat(length)),
		fc.nat(6_000).map((length) => `x${'💥'.repeat(length)}`),
	);

	it.each<[Answer['decision'], number]>([
		[undefined, 2],
		['deny', 2],
		['block', 2],
		['halt', 1],
	])('and is the text itself where that fits: %s', (decision, count) => {
		fc.assert(
			fc.property(text, (long) => {
				const texts = strings(outputOf('Stop', { decision, text: long, notice: long }));
				expect(texts).toHaveLength(count);
				for (const shown of texts) {
					expect(shown.length).toBeLessThanOrEqual(9_500);
					expect(long.length <= 9_500 ? shown === long : shown.includes('req status')).toBe(true);
					expect(shown).not.toMatch(/\p{Cs}/u);
				}
			}),
			{ numRuns: 5 },
		);
	});
});

it('keeps what the user is shown beside a blocked stop, a refusal and a fact', () => {
	const also = (answer: Answer) => outputOf('PreToolUse', addTo(addTo(answer, { notice: 'look' }), { text: 'more' }));
	expect(also({ decision: 'block', text: 'not yet' })).toEqual({
		...{ decision: 'block', reason: 'not yet\nmore', systemMessage: 'look' },
	});
	expect(also({ decision: 'deny', text: 'no' })).toMatchObject({
		hookSpecificOutput: { permissionDecisionReason: 'no\nmore' },
		systemMessage: 'look',
	});
	expect(also({ text: 'a' })).toMatchObject({
		hookSpecificOutput: { additionalContext: 'a\nmore' },
		systemMessage: 'look',
	});
});

/** Every text in an output but the fixed words of the protocol. */
function strings(output: object | undefined): string[] {
	return Object.entries(output ?? {}).flatMap(([key, value]: [string, unknown]) => {
		if (['hookEventName', 'permissionDecision', 'decision'].includes(key)) return [];
		if (typeof value === 'boolean') return [];
		return typeof value === 'string' ? [value] : strings(value as object);
	});
}
