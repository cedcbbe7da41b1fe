import { expect, it } from 'vitest';
import { makeRunWorld, type Play } from '../../support/fake-claude.ts';

it.each<[string, Play['status'], RegExp]>([
	['never written', undefined, /status\.json is not there/],
	['never JSON', '{"decision": "st', /status\.json is not JSON/],
	['never an object', '["stop"]', /status\.json is no JSON object/],
	['without a decision', { summary: 'half' }, /the decision in status\.json is none/],
])(
	'P1-4: a status that is %s counts as going on: it says so, and ends by the limit',
	async (...[, status, why]) => {
		await using world = await makeRunWorld('version: 1\n');
		world.plays(status === undefined ? {} : { status });
		const done = world.req('loop', 'Fix one test', 'fix', '3');
		expect(done.exit, done.stderr).toBe(0);
		const told = done.stderr.split('\n').filter((line) => line.startsWith('req: '));
		expect(told).toHaveLength(3);
		for (const [index, line] of told.entries()) {
			expect(line).toMatch(why);
			expect(line).toContain(`loop-${index + 1}: `);
			expect(line).toMatch(/: it goes on$/);
		}
		expect(world.starts()).toHaveLength(3);
		expect(done.stdout).toContain('stage loop: 3 iterations, as many as there may be');
		expect(world.runs()[0]?.pipeline?.stages[0]).toMatchObject({
			ended: 'iterations',
			iterations: Array.from({ length: 3 }, () => ({
				decision: 'continue',
				trouble: expect.stringMatching(why),
			})),
		});
	},
);
