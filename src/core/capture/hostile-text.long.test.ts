import fc from 'fast-check';
import { expect, it } from 'vitest';
import { captureReaders, hostilePieces } from '../../../tests/support/capture-readers.ts';

const MAX_TEXT = 96_000;

/** Some pieces in a row, and that row again and again. */
const text = fc
	.tuple(
		fc.array(
			fc.oneof(fc.constantFrom(...hostilePieces), fc.string({ unit: 'binary', maxLength: 9 })),
			{
				minLength: 1,
				maxLength: 6,
			},
		),
		fc.constantFrom(1, 100, MAX_TEXT),
		fc.string({ unit: 'binary', maxLength: 9 }),
	)
	.map(([pieces, times, end]) => {
		const row = pieces.join('') || ' ';
		return row.repeat(Math.ceil(Math.min(times * row.length, MAX_TEXT) / row.length)) + end;
	});

it.each(captureReaders)(
	'%s: whatever the text, it ends, and what it makes of it is short',
	(_, read) => {
		fc.assert(
			fc.property(text, (source) => {
				const found = read(source.slice(0, MAX_TEXT));
				expect(found.length).toBeLessThanOrEqual(200);
				expect(found.every((one) => one.length <= 20_000)).toBe(true);
			}),
			{ numRuns: 1_000 },
		);
	},
);
