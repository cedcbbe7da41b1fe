import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pinning } from './pins.ts';

function pins(...labels: string[]) {
	return labels.map((label) => ({
		...{ label, content: 'text', pinned_at: '2026-01-02T03:04:05.000Z' },
		importance: 'standard' as const,
	}));
}

describe('the one rule of pins', () => {
	it.each<[what: string, given: [label: string, ...has: string[]], becomes: object]>([
		['the first', ['a'], { kind: 'pinned', replaced: false, count: 1 }],
		['one more', ['c', 'a'], { kind: 'pinned', replaced: false, count: 2 }],
		['one too many', ['c', 'a', 'b'], { kind: 'full' }],
		['the same again', ['b', 'a', 'b'], { kind: 'pinned', replaced: true, count: 2 }],
		['a prototype', ['__proto__', 'a'], { kind: 'pinned', replaced: false, count: 2 }],
	])('%s', (_, [label, ...has], becomes) => {
		expect(pinning(label, pins(...has), 2)).toEqual(becomes);
	});

	it('never lets more in than there may be', () => {
		fc.assert(
			fc.property(fc.array(fc.string({ maxLength: 2 })), fc.nat(12), (labels, max) => {
				const has: string[] = [];
				for (const label of labels) {
					const made = pinning(label, pins(...has), max);
					if (made.kind === 'pinned' && !made.replaced) has.push(label);
				}
				expect(has.length).toBeLessThanOrEqual(max);
				expect(new Set(has).size).toBe(has.length);
			}),
		);
	});
});
