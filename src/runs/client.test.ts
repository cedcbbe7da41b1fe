import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineReader } from './client.ts';

const MEGABYTE = 1024 * 1024;

function linesOf(pieces: readonly string[]): string[] {
	const lines: string[] = [];
	const { add, end } = lineReader((line) => lines.push(line));
	pieces.forEach(add);
	end();
	return lines;
}

it('reads the same lines however the output comes in pieces', () => {
	const line = fc.string({ unit: fc.constantFrom('a', ' ', '\r', 'é', '漢', '😀') });
	fc.assert(
		fc.property(fc.array(line, { minLength: 1 }), fc.nat(9), (lines, size) => {
			const text = lines.join('\n');
			const pieces = text.match(new RegExp(`.{1,${size + 1}}`, 'gs')) ?? [];
			expect(linesOf(pieces)).toEqual(lines);
		}),
	);
});

it('cuts the start of a line of more than a megabyte, and of no other', () => {
	const long = `{"a": "${'x'.repeat(MEGABYTE)}`;
	const lines = linesOf(['a\n', long, 'y"}\nb\n', 'x'.repeat(MEGABYTE), '\nc']);
	expect(lines).toEqual(['a', 'y"}', 'b', 'x'.repeat(MEGABYTE), 'c']);
});
