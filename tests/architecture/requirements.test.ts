import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { fileOf, type Requirements, unproven } from '../../scripts/requirements/unproven.ts';

const list = parse(readFileSync('tests/requirements.yaml', 'utf8')) as Requirements;
const A_FILE = 'tests/architecture/requirements.test.ts';

function problemsOf(listed: Requirements[string], ...tests: readonly [name: string, passed: boolean][]) {
	const report = {
		file: `/clone/${A_FILE}`,
		tests: tests.map(([name, passed]) => ({ name, passed })),
	};
	const exists = (file: string) => file === A_FILE;
	return unproven({ 'S0-001 a requirement': listed }, [report], exists).problems;
}

describe('the requirements and their tests', () => {
	it('are 424, each with a test but for the one that is no goal', () => {
		expect(Object.keys(list)).toHaveLength(424);
		const without = Object.entries(list).filter(([, tests]) => typeof tests === 'string');
		expect(without.map(([name]) => name.slice(0, 6))).toEqual(['S2-141']);
	});

	it('name files that exist', () => {
		const entries = Object.values(list).flatMap((tests) => (typeof tests === 'string' ? [] : tests));
		const files = entries.flatMap((one) => (typeof one === 'string' ? fileOf(one.split(' › ')[0] ?? '') : []));
		expect(files.filter((file) => !existsSync(file))).toEqual([]);
	});
});

describe('a requirement', () => {
	it('is shown if every test that its title matches passed', () => {
		expect(problemsOf([`${A_FILE} › %s works`], ['door one works', true], ['works not', false])).toEqual([]);
	});

	it.each([
		['lists no test', [{ partly: 'all of it' }]],
		['no such file', ['tests/gone.test.ts › works']],
		['did not run', [`${A_FILE} › works`]],
		['did not pass', [`${A_FILE} › fails`]],
	])('is not shown if a test of it: %s', (problem, listed) => {
		expect(problemsOf(listed, ['it fails', false], ['it fails too', true])).toEqual([
			expect.stringContaining(`S0-001: ${problem}`),
		]);
	});
});
