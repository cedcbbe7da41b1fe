import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANA, GATED, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';

let world: ReqWorld;
beforeAll(async () => {
	world = await makeReqWorld(GATED);
	await world.start(ANA);
});
afterAll(() => world[Symbol.asyncDispose]());

describe('an error of a command with --json', () => {
	it.each([
		[['status', '--session', 'beef'], 1, 'unknown_session', 'req session list'],
		[['status', '--bogus'], 64, 'usage', 'req help status'],
		[['statsu'], 64, 'usage', 'req --help'],
	])('%j', async (args, exit, code, hint) => {
		const run = await world.req(...args, '--json');
		expect(run.exit).toBe(exit);
		expect(run.stderr).toMatch(/^req: /);
		const { error, ...more } = JSON.parse(run.stdout);
		expect(more).toEqual({});
		expect(error).toEqual({
			code,
			message: expect.stringMatching(/^(?!error:|req:)./),
			hint: expect.stringContaining(hint),
		});
	});

	it('is none where --json is for the client', async () => {
		expect((await world.req('run', '--bogus', '--', '--json')).stdout).toBe('');
	});
});
