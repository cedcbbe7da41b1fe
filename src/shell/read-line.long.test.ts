import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growth, LINEAR } from '../../tests/support/growth.ts';
import { PIECES } from '../../tests/support/hostile-lines.ts';
import { matchesCommand } from './match.ts';
import { parseCommand } from './read-line.ts';
import { readWrites } from './writes.ts';

describe('parseCommand', () => {
	it('gives one answer, without throwing, for any text', () => {
		const text = fc.oneof(
			fc.string({ unit: 'binary', maxLength: 200 }),
			fc.string({ unit: 'grapheme', maxLength: 200 }),
			fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((all) => all.join('')),
		);
		fc.assert(
			fc.property(text, (source) => {
				const parsed = parseCommand(source);
				expect(parsed).toEqual(parseCommand(source));
				expect(typeof matchesCommand(parsed, 'git commit')).toBe('boolean');
			}),
			{ numRuns: 1_000 },
		);
	});

	it('never throws on one or two pieces repeated to 10 kB', () => {
		const piece = fc.constantFrom(...PIECES);
		fc.assert(
			fc.property(piece, piece, (first, second) => {
				const pair = first + second;
				const source = `${pair.repeat(10_000 / pair.length)} git commit`;
				const parsed = parseCommand(source);
				expect(['parsed', 'unparsed']).toContain(parsed.kind);
			}),
			{ numRuns: 150 },
		);
	});

	it.each([
		...[
			'(',
			'$(',
			'"$(',
			'`',
			'f() ',
			'coproc ',
			'<<E$(',
			'@()',
			'a|',
			'sudo ',
			"sh -c '",
			'git -C ',
		],
		...['$${a', '-', 'a=', 'eval "', '\\'],
	])('a megabyte of %j is words', (piece) => {
		const source = `${piece.repeat(1_000_000 / piece.length)}\ngit commit`;
		const parsed = parseCommand(source);
		expect(parsed.kind).toBe('unparsed');
		expect(matchesCommand(parsed, 'git commit')).toBe(true);
	});

	it('the calls of a readable command never outgrow its text', () => {
		const repeated = fc.tuple(
			fc.constantFrom('a|', 'a&&', 'a;', '$(a) ', '"$(a)" ', 'sudo sh -c "eval a";', '`a` ', 'a\n'),
			fc.integer({ min: 1, max: 400 }),
		);
		fc.assert(
			fc.property(repeated, ([piece, times]) => {
				const source = `${piece.repeat(times)}a`;
				const parsed = parseCommand(source);
				expect(parsed.kind === 'parsed' && parsed.calls.length <= source.length).toBe(true);
			}),
			{ numRuns: 40 },
		);
	});

	it.each<[string, (size: number) => string]>([
		['shells', (n) => `bash <<E\n${'a\n'.repeat(20 * n)}E\n`.repeat(8)],
		['arguments', (n) => `x ${'git -C '.repeat(13 * n)}`],
		['directories', (n) => 'cd a;'.repeat(20 * n)],
		['open braces', (n) => '{'.repeat(90 * n)],
	])('many %s take linear time', (_, sourceOf) => {
		const read = (size: number) => {
			const parsed = parseCommand(sourceOf(size));
			matchesCommand(parsed, 'git commit');
			readWrites(parsed, { cwd: '/p', home: '/h' });
		};
		expect(growth(read, 125)).toBeLessThan(LINEAR);
	});
});
