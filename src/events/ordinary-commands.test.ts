import { expect, it } from 'vitest';
import { ORDINARY } from '../../tests/support/ordinary-commands.ts';
import { matchesCommand } from '../shell/match.ts';
import { parseCommand } from '../shell/read-line.ts';
import { readWrites } from '../shell/writes.ts';
import { reqCalls } from './req-calls.ts';

it('the ordinary commands are hundreds', () => {
	expect(new Set(ORDINARY).size).toBeGreaterThan(400);
});

it.each(ORDINARY)('%s is held by nothing', (source) => {
	const parsed = parseCommand(source);
	const held = ['git commit', 'git push', 'git tag v1', 'npm publish', 'terraform apply'];
	expect(held.filter((pattern) => matchesCommand(parsed, pattern))).toEqual([]);
	const none = { files: [], anyFile: false };
	expect(readWrites(parsed, { cwd: '/p', home: '/h' })).toEqual(none);
	expect(reqCalls(parsed)).toEqual([]);
});
