import { describe, expect, it } from 'vitest';
import { isPlanFile } from './tools.ts';

const directories = { configDir: '/home/u/.claude', root: '/p' };

describe('plans of Claude Code', () => {
	it.each([
		['/home/u/.claude/plans/a.md', true],
		['/p/.claude/plans/a.md', true],
		['/home/u/.claude/plans', false],
		['/home/u/.claude/plans-of-mine/a.md', false],
		['/home/u/.claude/settings.json', false],
		['/p/src/.claude/plans/a.md', false],
	])('%s: %s', (path, expected) => {
		expect(isPlanFile(path, directories)).toBe(expected);
	});

	it.each([
		['/p/docs/plans', '/p/docs/plans/a.md', true],
		['/p/docs/plans', '/p/docs/a.md', false],
		['/p', '/p/src/a.ts', false],
		['/elsewhere', '/elsewhere/a.md', false],
	])('plansDirectory %s counts inside the root only: %s: %s', (plansDirectory, path, expected) => {
		expect(isPlanFile(path, directories, plansDirectory)).toBe(expected);
	});
});
