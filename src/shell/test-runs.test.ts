import { describe, expect, it } from 'vitest';
import { testRuns } from './proof.ts';
import { parseCommand } from './read-line.ts';

const runs = (source: string) => testRuns(parseCommand(source));

const TESTS: [string, string, string?][] = [
	['npm test', 'npm'],
	['pnpm test', 'pnpm'],
	['npx vitest run src/a.test.ts', 'vitest'],
	['pytest -q tests', 'pytest'],
	['python3 -m unittest discover', 'unittest'],
	['go test ./...', 'go'],
	['cargo test --all', 'cargo'],
	['make test', 'make'],
	['./gradlew test', 'gradlew'],
	['node --test', 'node'],
	['cd /project && npm test', 'npm', 'npm test'],
	['CI=1 TOKEN=x npm test', 'npm', 'npm test'],
	['npm run build && npm test', 'npm', 'npm test'],
];

describe('a command line that succeeded', () => {
	it.each(TESTS)('%s ran tests', (source, runner, command = source) => {
		expect(runs(source)).toEqual([{ runner, command }]);
	});

	it('may have run several', () => {
		expect(runs('npm test && cargo test').map(({ runner }) => runner)).toEqual(['npm', 'cargo']);
	});

	it.each([
		'git commit -m "test"',
		'git commit -m "npm test passes"',
		'npm install vitest',
		'cat a.test.ts',
		'grep -r pytest .',
		'if true; then echo test; fi',
	])('%s proves nothing', (source) => {
		expect(runs(source)).toEqual([]);
	});
});
