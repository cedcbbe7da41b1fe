import { describe, expect, it } from 'vitest';
import { growth, LINEAR } from '../../tests/support/growth.ts';
import { matchesCommand } from './match.ts';
import { parseCommand } from './read-line.ts';
import { readWrites } from './writes.ts';

describe('parseCommand', () => {
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
