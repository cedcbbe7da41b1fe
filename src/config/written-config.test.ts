import { describe, expect, it } from 'vitest';
import { keys } from '../../tests/support/compile-values.ts';
import { Settings, WrittenInherit } from './settings.ts';

describe('continuity', () => {
	it('every number has the default of the seeds', () => {
		expect(Settings.parse({}).continuity).toEqual({
			enabled: true,
			recall: true,
			inject_on: ['startup', 'clear', 'compact'],
			lookback_days: 7,
			retention_days: 30,
			relevance: {
				...{ threshold: 0.25, pin_threshold: 0.4, max_sessions: 3 },
				...{ recency: 0.4, overlap: 0.35, tasks: 0.25 },
			},
			pins: { max: 10, max_inherited: 5 },
			topics: 20,
			decay: { rate: 0.4, floor: 0.3 },
			caps: { learnings: 100, patterns: 50, warnings: 30, decisions: 30, depth: 3 },
			budget: {
				...{
					bundle_tokens: 8_000,
					inject_chars: 9_500,
					start_chars: 1_200,
					codes_tokens: 1_500,
					files: 500,
				},
				...{ functions: 400, decisions: 300, blockers: 200, next: 200, meta: 100 },
			},
			mirror: false,
		});
	});

	it.each([
		['topics', { topics: 51 }],
		['relevance.recency', { relevance: { recency: 2 } }],
		['budget.inject_chars', { budget: { inject_chars: 10_000 } }],
		['inject_on.0', { inject_on: ['later'] }],
		['pins.maximum', { pins: { maximum: 3 } }],
	])('reports %s', (key, continuity) => {
		expect(keys({ continuity })).toEqual([`continuity.${key}`]);
	});
});

describe('inherit', () => {
	it('takes everything over unless told otherwise', () => {
		expect(WrittenInherit.parse({ from: 'auth-v1' })).toEqual({
			from: 'auth-v1',
			select: ['all'],
			comprehension: 'optional',
		});
	});

	it.each([
		['from', {}],
		['from', { from: 'a,b' }],
		['from', { from: '../x' }],
		['select.0', { from: 'a', select: ['everything'] }],
		['comprehension', { from: 'a', comprehension: 'maybe' }],
	])('reports %s of %j', (key, inherit) => {
		expect(keys({ inherit })).toEqual([`inherit.${key}`]);
	});
});
