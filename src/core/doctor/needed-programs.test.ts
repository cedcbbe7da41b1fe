import { describe, expect, it } from 'vitest';
import { lacksTestScript, programsOf } from './config.ts';

describe('programs a command needs', () => {
	it.each<[string, readonly string[]]>([
		['npm test', ['npm']],
		['CI=1 npm test', ['npm']],
		['FOO=1 make', ['make']],
		['(npm test)', ['npm']],
		['./run-tests --all', ['./run-tests']],
		['npx vitest run', ['npx']],
		['make && npm test', ['make', 'npm']],
		['! npm test', []],
		['pushd x', []],
		['pushd web && npm test', []],
		['cd web && ./run', []],
		['$RUNNER test', []],
		['~/bin/x', []],
		['"npm test', []],
		['', []],
	])('%s: %j', (command, programs) => {
		expect(programsOf(command)).toEqual(programs);
	});
});

describe('a command that runs the test script', () => {
	it.each<[string, boolean]>([
		['npm test', true],
		['CI=1 npm t', true],
		['npm run test', true],
		['npm test -- --watch', true],
		['yarn test', true],
		['bun run test', true],
		['bun test', false],
		['npm run lint', false],
		['npm test --workspace web', false],
		['cd web && npm test', false],
		['node --test', false],
	])('%s cannot run without it: %s', (command, expected) => {
		expect(lacksTestScript(command, { scripts: {} })).toBe(expected);
		expect(lacksTestScript(command, { scripts: { test: 'node --test' } })).toBe(false);
	});

	it('of npm init is none', () => {
		const test = 'echo "Error: no test specified" && exit 1';
		expect(lacksTestScript('npm test', { scripts: { test } })).toBe(true);
	});
});
