import { describe, expect, it } from 'vitest';
import { parseCommand } from '../command/parse-command.ts';
import { mayRunTests } from '../command/prefilter.ts';
import { testRuns } from '../command/proof.ts';

const runs = (source: string) => testRuns(parseCommand(source, ['/project']));

const TESTS: [string, string, string?][] = [
	['npm test', 'npm'],
	['npm t', 'npm'],
	['npm run test', 'npm'],
	['npm run test:unit -- --run', 'npm'],
	['pnpm test', 'pnpm'],
	['pnpm run test', 'pnpm'],
	['yarn test', 'yarn'],
	['bun test', 'bun'],
	['yarn test:e2e', 'yarn'],
	['npx vitest run src/a.test.ts', 'vitest'],
	['npx jest', 'jest'],
	['bunx vitest', 'vitest'],
	['pnpm exec playwright test', 'playwright'],
	['npx playwright test', 'playwright'],
	['node_modules/.bin/mocha', 'mocha'],
	['vitest run', 'vitest'],
	['pytest -q tests', 'pytest'],
	['python -m pytest', 'pytest'],
	['python3 -m unittest discover', 'unittest'],
	['uv run pytest', 'pytest'],
	['tox', 'tox'],
	['go test ./...', 'go'],
	['cargo test --all', 'cargo'],
	['cargo nextest run', 'cargo'],
	['make test', 'make'],
	['make check', 'make'],
	['./gradlew test', 'gradlew'],
	['mvn -q test', 'mvn'],
	['bundle exec rspec', 'rspec'],
	['phpunit', 'phpunit'],
	['dotnet test', 'dotnet'],
	['deno test', 'deno'],
	['node --test', 'node'],
	['ctest', 'ctest'],
	['bazel test //...', 'bazel'],
	['cd /project && npm test', 'npm', 'npm test'],
	['CI=1 TOKEN=x npm test', 'npm', 'npm test'],
	['npm run build && npm test', 'npm', 'npm test'],
];

describe('a command line that succeeded', () => {
	it.each(TESTS)('%s ran tests', (source, runner, command = source) => {
		expect(mayRunTests(source)).toBe(true);
		expect(runs(source)).toEqual([{ runner, command }]);
	});

	it('may have run several', () => {
		expect(runs('npm test && cargo test').map(({ runner }) => runner)).toEqual(['npm', 'cargo']);
	});

	it.each([
		'git commit -m "test"',
		'git commit -m "npm test passes"',
		'echo npm test',
		'npm test | tail -5',
		'npm test || true',
		'npm test; echo done',
		'npm test --help',
		'npm install vitest',
		'cat a.test.ts',
		'grep -r pytest .',
		'cd /tmp/other && npm test',
		'npm test &',
		'ls tests',
		'if true; then echo test; fi',
		'$(npm',
	])('%s proves nothing', (source) => {
		expect(runs(source)).toEqual([]);
	});

	it.each(['ls -la', 'git status', 'npm install', 'node a.js', 'git commit -m x'])(
		'%s needs no parser',
		(source) => {
			expect(mayRunTests(source)).toBe(false);
		},
	);
});
