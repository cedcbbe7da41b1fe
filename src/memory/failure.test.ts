import { describe, expect, it } from 'vitest';
import { commandKey, failureOf } from './failure.ts';

const same = (printed: string) => failureOf(`Exit code 1\n${printed}`)?.same;

describe('how a command failed', () => {
	it.each([
		['npm test\n\nError: connect ECONNREFUSED 127.0.0.1:5432\n    at x', 'ECONNREFUSED'],
		['Traceback (most recent call last):\n  File "a.py"\nModuleNotFoundError: No module named "jwt"', 'jwt'],
		["src/a.ts(3,1): error TS2345: Argument of type 'x'\nFound 1 error.", 'TS2345'],
		['warning: unused\nerror[E0308]: mismatched types\n', 'E0308'],
		["fatal: 'origin' does not appear to be a git repository\nPlease make sure", 'origin'],
		['\u001b[31mpermission denied\u001b[0m while trying to connect to the docker daemon', 'docker'],
		['it went\nwrong somewhere', 'wrong somewhere'],
	])('is told by the line that says most: %j', (printed, part) => {
		expect(failureOf(`Exit code 1\n${printed}`)?.line).toContain(part);
	});

	it('is not told by an exit code alone', () => {
		expect(failureOf('Exit code 1')).toBeUndefined();
		expect(failureOf('')).toBeUndefined();
	});

	it.each([
		['Error: connect ECONNREFUSED 127.0.0.1:5432 in 12ms', 'Error: connect ECONNREFUSED 127.0.0.1:5432 in 1.5 s'],
		['src/a.ts:3:14 error TS2345: bad argument pool', 'src/a.ts:99:1 error TS2345: bad argument pool'],
		['fatal: bad object 3f2a1b0c9d in pack cache', 'fatal: bad object 99aa1b0c9d in pack cache'],
	])('is the same in the next run: %j', (one, other) => {
		expect(same(one)).toBeDefined();
		expect(same(other)).toBe(same(one));
	});

	it('is another where another thing is refused', () => {
		const refused = (port: number) => same(`Error: connect ECONNREFUSED 127.0.0.1:${port}`);
		expect(refused(5432)).not.toBe(refused(6379));
	});

	it.each([
		'AssertionError: expected 1 to be 2',
		"code: 'ERR_ASSERTION' in the parser of dates",
		'Tests failed',
		'error: command failed with exit code 1',
	])('is nothing to compare where it says too little: %j', (printed) => {
		expect(failureOf(printed)).toBeDefined();
		expect(same(printed)).toBeUndefined();
	});
});

describe('which command it was', () => {
	it.each([
		['npm test', 'npm test -- --bail 2>&1 | tail -20'],
		['cd api && npm test', 'npm test'],
		['git push', 'git push --force-with-lease'],
		['CI=1 npx vitest run a.test.ts', 'npx vitest run b.test.ts'],
	])('%j is tried again by %j', (one, other) => {
		expect(commandKey(other)).toBe(commandKey(one));
	});

	it.each([
		['npm test', 'npm ci'],
		['git push', 'git pull'],
		['npm test', 'npm ci && npm test'],
	])('%j is not %j', (one, other) => {
		expect(commandKey(other)).not.toBe(commandKey(one));
	});
});
