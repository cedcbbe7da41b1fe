import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	alsoSay,
	alsoTell,
	block,
	deny,
	type HookOutput,
	halt,
	inform,
	notify,
} from './hook-messages.ts';

describe('D17: every text stays below what the host cuts', () => {
	const text = fc.oneof(
		fc.string({ unit: 'grapheme', maxLength: 30_000, size: 'max' }),
		fc.nat(12_000).map((length) => 'x'.repeat(length)),
		fc.nat(6_000).map((length) => `x${'💥'.repeat(length)}`),
	);

	it('and is the text itself where that fits', () => {
		fc.assert(
			fc.property(text, (said) => {
				const texts = strings(inform('SessionStart', said, said)).concat(
					...[deny(said), block(said), notify(said), halt(said)].map(strings),
				);
				expect(texts).toHaveLength(6);
				for (const shown of texts) {
					expect(shown.length).toBeLessThanOrEqual(9_500);
					expect(isWhole(shown, said)).toBe(true);
					expect(shown).not.toMatch(/\p{Cs}/u);
				}
			}),
			{ numRuns: 20 },
		);
	});
});

it('keeps what the user is told beside a held stop, a refusal and a fact', () => {
	const told = (output: Parameters<typeof alsoSay>[0]) =>
		alsoSay(output, 'PreToolUse', 'the place differs');
	expect(told(alsoTell(block('not yet'), 'look'))).toEqual({
		...{ decision: 'block', reason: 'not yet\nthe place differs', systemMessage: 'look' },
	});
	expect(told(alsoTell(deny('no'), 'look'))).toMatchObject({
		hookSpecificOutput: { permissionDecisionReason: 'no\nthe place differs' },
		systemMessage: 'look',
	});
	expect(told(inform('PreToolUse', 'a', 'look'))).toMatchObject({
		hookSpecificOutput: { additionalContext: 'a\nthe place differs' },
		systemMessage: 'look',
	});
});

function isWhole(shown: string, said: string): boolean {
	return said.length <= 9_500 ? shown === said : shown.includes('req status');
}

/** Every text in an answer but the fixed words of the protocol. */
function strings(output: HookOutput): string[] {
	return Object.entries(output).flatMap(([key, value]: [string, unknown]) => {
		if (['hookEventName', 'permissionDecision', 'decision'].includes(key)) return [];
		if (typeof value === 'boolean') return [];
		return typeof value === 'string' ? [value] : strings(value as HookOutput);
	});
}
