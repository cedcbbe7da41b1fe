import { expect, it } from 'vitest';
import { makeRunWorld, type Play } from '../../support/fake-claude.ts';
import { writeIn } from '../../support/git-repo.ts';

const GOES_ON = { status: { decision: 'continue' } };
const STOPS = { status: { decision: 'stop' } };
const SILENT: Play = {};

it('a status without a decision counts as going on: it says so, and ends by the limit', async () => {
	await using world = await makeRunWorld('version: 1\n');
	world.plays({ status: { summary: 'half' } });
	const done = await world.req('pipeline', 'loop', 'Fix one test', 'fix', '3');
	expect(done.exit, done.stderr).toBe(0);
	const told = done.stderr.split('\n').filter((line) => line.startsWith('req: '));
	expect(told).toHaveLength(3);
	for (const [index, line] of told.entries()) {
		expect(line).toMatch(/the decision in status\.json is none of .*: it goes on$/);
		expect(line).toContain(`loop-${index + 1}: `);
	}
	expect(done.stdout).toContain('stage loop: 3 iterations, iteration limit reached');
	const items = Object.values(world.runs()[0]?.items ?? {});
	expect(items.map(({ result }) => result?.decision)).toEqual(['continue', 'continue', 'continue']);
});

it.each<[string, Play['status'], RegExp]>([
	['never written', undefined, /it wrote no status\.json/],
	['never JSON', '{"decision": "st', /its status\.json is not JSON/],
	['never an object', '["stop"]', /its status\.json is no JSON object/],
])('a status that is %s is no success: two in a row end the stage', async (...[, status, why]) => {
	await using world = await makeRunWorld('version: 1\n');
	const stage = '{ id: a, prompt: Go, until: plateau, iterations: 9 }';
	writeIn(world.repo, 'go.yaml', `version: 1\nstages:\n  - ${stage}\n  - { id: b, prompt: Go }\n`);
	world.plays(status === undefined ? SILENT : { status });
	const done = await world.req('pipeline', 'run', 'go.yaml', 'auth');
	expect(done.exit, done.stderr).toBe(1);
	expect(world.starts()).toHaveLength(2);
	expect(done.stderr).toMatch(why);
	expect(done.stdout).toMatch(/^a-2 +no_status/m);
	expect(done.stdout).toMatch(/^stage a: 2 iterations, no status at its end$/m);
	expect(done.stdout).toContain('{"decision": "stop", "summary": "what was done"}');
	const [run] = world.runs();
	expect(Object.values(run?.items ?? {})).toMatchObject([
		{ status: 'no_status', error: expect.stringMatching(why), result: { decision: 'none' } },
		{ status: 'no_status', error: expect.stringMatching(why), result: { decision: 'none' } },
	]);
	expect(await world.json('run', 'show')).toMatchObject({
		items: { 'a-1': { status: 'no_status' } },
	});
});

it('a stage does not end well with a session that wrote no status: --resume tries that one again', async () => {
	await using world = await makeRunWorld('version: 1\n');
	world.plays(GOES_ON, SILENT);
	const ended = await world.req('pipeline', 'loop', 'Fix one test', 'fix', '2');
	expect(ended.exit).toBe(1);
	expect(ended.stdout).toContain('stage loop: 2 iterations, no status at its end');
	world.plays(STOPS);
	const again = await world.req('pipeline', 'loop', 'Fix one test', 'fix', '2', '--resume');
	expect(again.exit, again.stderr).toBe(0);
	const [run] = world.runs();
	expect(run?.items['loop-2']).toMatchObject({ status: 'success', attempts: 2, error: null });
	expect(again.stdout).toContain('stage loop: 2 iterations, done');
});
