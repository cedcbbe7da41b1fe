import { expect, it } from 'vitest';
import { onlyTests } from './only-tests.ts';
import { parseCommand } from './read-line.ts';

const only = (source: string) => onlyTests(parseCommand(source), ['./scripts/try.sh']);

it.each([
	'npm test',
	'cd packages/a && npm test 2>&1 | tail -20; echo done',
	'npx vitest run && git status --short',
	'CI=1 timeout 60 npm test',
	'bash -c "npm test"',
	'export CI=1; . .venv/bin/activate && pytest',
	'npm test && npm run test:all',
	'./scripts/try.sh --all | head',
])('%s only tests', (source) => {
	expect(only(source)).toBe(true);
});

it.each([
	'node codemod.js && npm test',
	'npm test && ./release.sh',
	'npm test; sed -i s/a/b/ src/a.ts',
	'bash -c "npm test && ./release.sh"',
	'timeout 60 ./release.sh; npm test',
	'./scripts/try.sh && make',
	'cat a.ts',
	'npm test "',
])('%s may do more', (source) => {
	expect(only(source)).toBe(false);
});
