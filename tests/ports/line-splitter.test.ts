import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineSplitter } from '../../src/adapters/claude-process.ts';

const MEGABYTE = 1024 * 1024;

function linesOf(pieces: readonly Buffer[]): string[] {
	const lines: string[] = [];
	const { push, end } = lineSplitter((line) => lines.push(line));
	for (const piece of pieces) push(piece);
	end();
	return lines;
}

it('tells the same lines however the output comes in pieces, inside a character too', () => {
	const line = fc.string({ unit: fc.constantFrom('a', ' ', '\r', '\u0000', 'é', '漢', '😀') });
	fc.assert(
		fc.property(fc.array(line), fc.integer({ min: 1, max: 9 }), (lines, size) => {
			const bytes = Buffer.from(lines.join('\n'));
			const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
				bytes.subarray(index * size, (index + 1) * size),
			);
			const told = bytes.toString('utf8').split('\n');
			expect(linesOf(pieces)).toEqual(told.filter((text) => text !== ''));
		}),
	);
});

it('leaves out a line of more than a megabyte, and no other', () => {
	const long = Buffer.from('x'.repeat(MEGABYTE));
	const pieces = [Buffer.from('a\n'), long, long, Buffer.from('y\nb\n'), long, Buffer.from('\nc')];
	expect(linesOf(pieces)).toEqual(['a', 'b', 'x'.repeat(MEGABYTE), 'c']);
});
