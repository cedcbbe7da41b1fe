import { expect, it } from 'vitest';
import type { Case } from '../support/case-format.ts';
import { playCase } from '../support/case-run.ts';

const names = Array.from({ length: 150 }, (_, index) => `requirement_${index}`);
const config = {
	requirements: Object.fromEntries(
		names.map((name, index) => [
			name,
			{ message: `${'Say it at length. '.repeat(20)}`, skills: [`skill-${index}`] },
		]),
	),
};

/** Every answer is checked against the client's cut by `playCase` itself (host fact 2). */
it('behaviour 47, D17: 150 unmet requirements with long messages stay under the cut', async () => {
	const given: Case = {
		shows: ['behaviour 47', 'D17'],
		why: 'an answer that is cut reaches nobody',
		config,
		steps: [
			{ hook: 'session-start', says: 'context', mentions: ['requirement_0', 'more'] },
			{ hook: 'pre-tool-use', edit: 'a.txt', says: 'deny', mentions: ['requirement_0'] },
			{ hook: 'post-tool-use', edit: 'a.txt' },
			{ hook: 'stop', says: 'block', mentions: ['requirement_0'] },
		],
	};
	expect(await playCase(given)).toEqual([]);
});

it('behaviour 47, D17: a config full of mistakes stays under the cut', async () => {
	const broken = Object.fromEntries(names.map((name) => [name, { ['x'.repeat(200)]: name }]));
	const given: Case = {
		shows: ['behaviour 47', 'D17'],
		why: 'nobody reads 150 mistakes',
		config: { requirements: broken },
		steps: [{ hook: 'session-start', says: 'context', mentions: ['requirement_0', 'more'] }],
	};
	expect(await playCase(given)).toEqual([]);
});
