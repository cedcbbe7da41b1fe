import { expect, it } from 'vitest';
import { makeRunWorld } from '../../support/fake-claude.ts';
import { writeIn } from '../../support/git-repo.ts';

const PIPELINE = `version: 1\nstages:\n  - { id: a, prompt: Go, until: plateau, iterations: 4 }\n`;

it.each([
	['two in a row', ['stop', 'continue', 'stop', 'stop'], 'plateau', 4],
	['the first two', ['stop', 'stop', 'continue'], 'plateau', 2],
	['none, or one here and there', ['stop', 'continue', 'stop', 'continue'], 'iterations', 4],
])('a plateau: %s that find nothing left to do', async (...[, decisions, ended, count]) => {
	await using world = await makeRunWorld('version: 1\n');
	writeIn(world.repo, 'go.yaml', PIPELINE);
	world.plays(...decisions.map((decision) => ({ status: { decision } })));
	const done = await world.req('pipeline', 'run', 'go.yaml', 'auth');
	expect(done.exit, done.stderr).toBe(0);
	const [run] = world.runs();
	expect(run?.pipeline?.stages).toMatchObject([{ ended }]);
	expect(Object.keys(run?.items ?? {})).toHaveLength(count);
});
