import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ContinuityWorld, makeContinuityWorld, type Played } from '../support/continuity-world.ts';

const CONFIG = `version: 1
requirements:
  commit_plan: { skills: [arch-review], manual: anyone }
  proved: { commands: [npm test] }
`;

/** A session that was shown both requirements. */
async function shownSession(config = CONFIG): Promise<{ world: ContinuityWorld; one: Played }> {
	const world = await makeContinuityWorld(config);
	const one = world.session(1);
	await one.start();
	const tool_input = { file_path: join(world.world.repo, 'a.ts') };
	const call = { tool_name: 'Edit', tool_input, tool_use_id: 'toolu_9' };
	await one.hook('pre-tool-use', { hook_event_name: 'PreToolUse', ...call });
	return { world, one };
}

/** The user types a command of ours. */
async function type(one: Played, command: string, command_args: string): Promise<void> {
	const typed = { command_name: `req:${command}`, command_args, command_source: 'plugin' };
	const prompt = `/req:${command} ${command_args}`;
	const event = { hook_event_name: 'UserPromptExpansion', expansion_type: 'slash_command' };
	await one.hook('user-prompt-expansion', { ...event, prompt, ...typed });
}

/** In the user's terminal, for this session. */
async function atTerminal({ world }: ContinuityWorld, one: Played, ...args: readonly string[]): Promise<void> {
	const ran = await world.req(...args, '--session', one.uuid);
	expect(ran).toMatchObject({ exit: 0 });
}

type Way = (world: ContinuityWorld, one: Played) => Promise<unknown>;

const WAYS: readonly [string, string, Way][] = [
	['req satisfy of the model', 'agent', (_, one) => one.req('satisfy', 'commit_plan')],
	['req satisfy', 'user', (world, one) => atTerminal(world, one, 'satisfy', 'commit_plan')],
	['req approve', 'approval', (world, one) => atTerminal(world, one, 'approve', 'commit_plan')],
	['req done', 'skill', (world, one) => atTerminal(world, one, 'done', 'arch-review')],
	['/req:satisfy', 'user', (_, one) => type(one, 'satisfy', 'commit_plan')],
	['/req:approve', 'approval', (_, one) => type(one, 'approve', 'commit_plan')],
	['a skill', 'skill', (_, one) => one.tool('Skill', { skill: 'arch-review' }, { success: true })],
];

describe('a requirement that was shown counts as followed', () => {
	it.each(WAYS)('by %s, and its journal says how', async (_, by, follow) => {
		const { world, one } = await shownSession();
		await using _world = world;
		await follow(world, one);
		await one.edit('a.ts');
		await one.stop();
		await one.end();
		expect(one.record()?.sop_interactions).toMatchObject([
			{ sop_path: 'commit_plan', acknowledged: true, tool_call: 'Edit' },
			{ sop_path: 'proved', acknowledged: false, tool_call: 'Edit' },
		]);
		expect(one.lines('satisfied')).toMatchObject([{ names: ['commit_plan'], by }]);
	});

	it('is not noted where continuity is off', async () => {
		const { world, one } = await shownSession(`${CONFIG}continuity: { enabled: false }\n`);
		await using _world = world;
		await one.req('satisfy', 'commit_plan');
		expect(one.lines('satisfied')).toEqual([]);
	});

	it('of a session that no hook has seen start is a change of the branch and nothing more', async () => {
		await using world = await makeContinuityWorld(CONFIG);
		const unseen = world.session(7);
		expect((await world.world.req('satisfy', 'commit_plan', '--session', unseen.uuid)).exit).toBe(2);
		expect(unseen.lines('satisfied')).toEqual([]);
	});
});

it('a task of the client is in the list', async () => {
	const { world, one } = await shownSession();
	await using _world = world;
	await one.tool('TaskCreate', { subject: 'Ring the bell' }, { task: { id: '1' } });
	await one.end();
	expect(await world.world.json('task', 'list')).toMatchObject([{ title: 'Ring the bell' }]);
});
