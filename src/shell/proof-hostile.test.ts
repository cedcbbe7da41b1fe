import { expect, it } from 'vitest';
import { parseCommand } from './parse-command.ts';
import { proofOf, type RunFacts } from './proof.ts';

const KNOWN: RunFacts = {
	...{ cwd: '/project', roots: ['/project'], output: '', finished: true },
	...{ exists: () => false, script: () => undefined },
};
const WANTED = { run: 'npx vitest run', partial: false };

it.each([
	'npx vitest run --clear-cache',
	'npx -v vitest run',
	'npx --script-shell=/bin/true vitest run',
	'npm exec --script-shell=true vitest run',
])('%s tests nothing', (source) => {
	const proof = proofOf(parseCommand(source, ['/project']), WANTED, KNOWN);
	expect(proof).toMatchObject({ why: expect.stringMatching(/nothing is tested$/) });
});

it('a script that calls itself is read once, however often a line calls it', () => {
	const asked: string[] = [];
	const script = (name: string) => {
		asked.push(name);
		return `npm run test:a ${'x '.repeat(900)}`;
	};
	const line = parseCommand('npm run test:a; '.repeat(300), ['/project']);
	proofOf(line, WANTED, { ...KNOWN, script });
	expect(asked).toEqual(['test:a']);
});
