import { describe, expect, it } from 'vitest';
import { lacksTestScript } from './package-scripts.ts';

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
