import { describe, expect, it } from 'vitest';
import { makeContinuityWorld, type Played } from '../support/continuity-world.ts';
import { writeIn } from '../support/git-repo.ts';

const WARNING = 'Agent did not acknowledge inherited context';
const DESKTOP = '\u001b]9;req: inherited context was not acknowledged\u0007';

/** A session that has started, and inherited from `auth-v1`; with these requirements. */
async function heir(comprehension: 'required' | 'optional', requirements = '{}'): Promise<Heir> {
	const inherit = `{ from: auth-v1, comprehension: ${comprehension} }`;
	const world = await makeContinuityWorld(`version: 1\ninherit: ${inherit}\nrequirements: ${requirements}\n`);
	const [source, one] = [world.session(1), world.session(2)];
	await source.start();
	await source.req('session', 'name', 'auth-v1');
	await source.req('learn', 'the proxy strips Secure cookies');
	await source.stop();
	await source.end();
	world.branch('feature/y');
	await one.start();
	return { one, repo: world.world.repo, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

interface Heir extends AsyncDisposable {
	readonly one: Played;
	readonly repo: string;
}

/** What the hook answers at the end of a turn. */
async function stop(one: Played, more: object = {}): Promise<Readonly<Record<string, unknown>> | undefined> {
	const given = { stop_hook_active: false, background_tasks: [], ...more };
	const { stdout } = await one.hook('stop', { hook_event_name: 'Stop', ...given });
	return stdout === '' ? undefined : JSON.parse(stdout);
}

describe('a word on what was inherited is required', () => {
	it('where it is missing at the end of a turn, the user is told once and nothing is held', async () => {
		await using given = await heir('required');
		const { one } = given;
		const said = await stop(one);
		expect(said).toEqual({
			systemMessage: expect.stringMatching(/^req: .* from auth-v1 .*`req inherit ack/),
			terminalSequence: DESKTOP,
		});
		expect(one.lines('unacknowledged')).toHaveLength(1);
		expect(one.record()?.comprehension).toMatchObject({
			...{ required: true, present: false, warning: WARNING },
		});
		expect(await stop(one, { prompt_id: 'p2' })).toBeUndefined();
		expect(one.lines('unacknowledged')).toHaveLength(1);
	});

	it('optional, nothing is told or noted', async () => {
		await using given = await heir('optional');
		expect(await stop(given.one)).toBeUndefined();
		expect(given.one.lines('unacknowledged')).toEqual([]);
		expect(given.one.record()?.comprehension).toBeUndefined();
	});

	it('while a gate holds the turn, or an agent is at work, it has not ended', async () => {
		await using given = await heir('required', '{ tested: { enforce: stop, manual: anyone } }');
		const { one } = given;
		const agent = { id: 'a', type: 'subagent', status: 'running' };
		expect(await stop(one, { background_tasks: [agent] })).toBeUndefined();
		writeIn(given.repo, 'a.ts', '');
		await one.edit('a.ts');
		expect(await stop(one)).toEqual({
			decision: 'block',
			reason: expect.stringContaining('tested'),
		});
		expect(one.lines('unacknowledged')).toEqual([]);
		expect(await stop(one, { stop_hook_active: true })).toMatchObject({
			terminalSequence: DESKTOP,
		});
	});
});
