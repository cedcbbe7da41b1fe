import { expect, it } from 'vitest';
import { doneBeforeFailure, matchesCommand } from './match-command.ts';
import { parseCommand } from './parse-command.ts';

function counts(source: string, pattern: string, committed?: boolean): boolean {
	return matchesCommand(doneBeforeFailure(parseCommand(source), committed), pattern);
}

it.each([
	'npm publish',
	'cd app && npm publish',
	'npm run build && npm publish --tag next 2>&1',
	'npm publish > log.txt 2>&1',
	'sudo npm publish',
])('%s: what failed is what was asked for, so it was not done', (source) => {
	expect(counts(source, 'npm publish')).toBe(false);
});

it.each([
	'npm publish; false',
	'npm publish && npm run announce',
	'npm publish && ((0))',
	'npm publish && [[ 1 == 2 ]]',
	'npm publish | grep -q nothing',
	'! npm publish',
	'trap "exit 1" EXIT; npm publish',
	'npm publish & false',
	`npm publish ${'x'.repeat(500)}; ((0))`,
	'npm publish; (',
])('%s: it may have been done before something else failed', (source) => {
	expect(counts(source, 'npm publish')).toBe(true);
});

it('a commit counts when one was made, wherever it stands in the line', () => {
	for (const source of [
		'git commit -m x',
		'git commit -m x && npm test',
		'sudo git commit; false',
	]) {
		expect(counts(source, 'git commit', true)).toBe(true);
		expect(counts(source, 'git commit', false)).toBe(false);
	}
});

it('a commit of which git does not tell counts like any other command', () => {
	expect(counts('git commit -m x', 'git commit')).toBe(false);
	expect(counts('git commit -m x; false', 'git commit')).toBe(true);
});
