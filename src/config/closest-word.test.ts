import { describe, expect, it } from 'vitest';
import { closestWord } from './closest-word.ts';

const KNOWN = ['scope', 'skills', 'triggers', 'commit_plan', 'enabled'];

describe('closestWord', () => {
	it.each([
		['scop', 'scope'],
		['trigers', 'triggers'],
		['Enabled', 'enabled'],
		['comit_plan', 'commit_plan'],
		['commit-plan', 'commit_plan'],
	])('takes %s for %s', (word, meant) => {
		expect(closestWord(word, KNOWN)).toBe(meant);
	});

	it.each(['banana', '', 'x', 'a'.repeat(10_000)])('has no idea what %j was meant to be', (word) => {
		expect(closestWord(word, KNOWN)).toBeUndefined();
	});
});
