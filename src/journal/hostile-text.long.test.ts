import fc from 'fast-check';
import { expect, it } from 'vitest';
import { captureReaders, hostilePieces } from '../../tests/support/capture-readers.ts';
import { growth, LINEAR } from '../../tests/support/growth.ts';

const MAX_TEXT = 96_000;

/** Some pieces in a row, and that row again and again. */
const text = fc
	.tuple(
		fc.array(fc.oneof(fc.constantFrom(...hostilePieces), fc.string({ unit: 'binary', maxLength: 9 })), {
			minLength: 1,
			maxLength: 6,
		}),
		fc.constantFrom(1, 100, MAX_TEXT),
		fc.string({ unit: 'binary', maxLength: 9 }),
	)
	.map(([pieces, times, end]) => {
		const row = pieces.join('') || ' ';
		return row.repeat(Math.ceil(Math.min(times * row.length, MAX_TEXT) / row.length)) + end;
	});

it.each(captureReaders)('%s: whatever the text, it ends, and what it makes of it is short', (_, read) => {
	fc.assert(
		fc.property(text, (source) => {
			const found = read(source.slice(0, MAX_TEXT));
			expect(found.length).toBeLessThanOrEqual(200);
			expect(found.every((one) => one.length <= 20_000)).toBe(true);
		}),
		{ numRuns: 1_000 },
	);
});

it.each(captureReaders)('%s: eight times the text is eight times the work', (_, read) => {
	const steep = hostilePieces.filter((piece) => {
		const row = (size: number) => piece.repeat(size / piece.length);
		return growth((size) => read(row(size)), 6_000) > LINEAR;
	});
	expect(steep).toEqual([]);
});

/** Each part of a bounded pattern was tried at each place of the next: 960 bytes took twenty seconds. */
it('a few lines that begin like functions are read at once', () => {
	const [, read] = captureReaders.find(([name]) => name === 'functions of .java') ?? [];
	const rows = (lines: number) => 'a f(x):\n'.repeat(lines);
	expect(growth((lines) => read?.(rows(lines)), 15)).toBeLessThan(LINEAR);
});

it('a text of more than anybody writes is left out whole', () => {
	const [, read] = captureReaders.find(([name]) => name === 'functions of .ts') ?? [];
	expect(read?.('function a() {}\n')).toEqual(['a']);
	expect(read?.(`function a() {}\n${' '.repeat(200_000)}`)).toEqual([]);
});
