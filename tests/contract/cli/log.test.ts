import { expect, it } from 'vitest';
import {
	ANA,
	BEN,
	makeLiveWorld,
	makeReqWorld,
	type ReqWorld,
	ran,
} from '../../support/run-req.ts';

const CONFIG = `version: 1
requirements:
  by_typing: {}
  by_terminal: {}
  by_model: { manual: anyone }
  by_skill: { skills: [arch-review] }
  by_typed_skill: { skills: [plan-review] }
  by_last_step: { skills: [pre-commit], satisfy_on: done }
  by_last_step_of_mine: { skills: [release], satisfy_on: done }
  by_command: { commands: [npm test] }
  approved: {}
  approved_in_terminal: {}
`;

async function typed(world: ReqWorld, command: string, args: string): Promise<void> {
	await world.hook('user-prompt-expansion', ANA, {
		hook_event_name: 'UserPromptExpansion',
		expansion_type: 'slash_command',
		command_name: command,
		command_args: args,
		command_source: 'plugin',
		prompt: `/${command} ${args}`,
		prompt_id: 'p1',
	});
}

async function loaded(world: ReqWorld, skill: string): Promise<void> {
	await world.hook('post-tool-use', ANA, ran('Skill', { skill }, { success: true }));
}

it('the log says who asked: a typed command, a terminal or the model', async () => {
	await using world = await makeLiveWorld(CONFIG);
	await typed(world, 'req:satisfy', 'by_typing');
	await typed(world, 'req:approve', 'approved');
	await typed(world, 'req:plan-review', '');
	await world.req('satisfy', 'by_terminal', '--session', ANA, '--evidence', 'seen');
	await world.req('approve', 'approved_in_terminal', '--session', ANA);
	await world.req('done', 'release', '--session', ANA);
	await world.asModel(ANA, 'satisfy', 'by_model');
	await loaded(world, 'arch-review');
	await loaded(world, 'pre-commit');
	await world.asModel(ANA, 'done', 'pre-commit');
	await world.hook('post-tool-use', ANA, ran('Bash', { command: 'npm test' }, { stdout: '' }));

	const deeds = (await world.json('log')) as { requirement: string; asked_by: string | null }[];
	const asked = Object.fromEntries(deeds.map((deed) => [deed.requirement, deed.asked_by]));
	expect(asked).toEqual({
		by_typing: 'typed',
		by_terminal: 'terminal',
		by_model: 'model',
		by_skill: 'model',
		by_typed_skill: 'typed',
		by_last_step: 'model',
		by_last_step_of_mine: 'terminal',
		by_command: null,
		approved: 'typed',
		approved_in_terminal: 'terminal',
	});
	const rows = (await world.req('log')).stdout.split('\n');
	expect(rows[0]).toMatch(/^SATISFIED +REQUIREMENT +SESSION +BY +ASKED +ENDED$/);
	expect(rows.find((row) => row.includes('by_typing'))).toMatch(/ user +typed +-$/);
	expect(rows.find((row) => row.includes('by_terminal'))).toMatch(/ user +terminal +-$/);
	expect(rows.find((row) => row.includes('by_command'))).toMatch(/ command npm test +- +-$/);
});

it('an entry from before the asker was kept says so by a dash', async () => {
	await using world = await makeReqWorld(CONFIG);
	await world.req('satisfy', 'by_terminal', '--session', ANA);
	world.editState(/"asked_by": "terminal"/, '"asked_by": 7');
	expect(await world.json('log')).toMatchObject([{ satisfied_by: 'user', asked_by: null }]);
});

it('the log shows one session, or what is not older', async () => {
	await using world = await makeLiveWorld(CONFIG);
	await world.start(BEN);
	await world.req('satisfy', 'by_typing', '--session', ANA);
	await world.req('satisfy', 'by_terminal', '--session', BEN);
	world.editState(/"satisfied_at": "[^"]*"/, '"satisfied_at": "2026-01-01T00:00:00.000Z"');
	const names = async (...args: readonly string[]) =>
		((await world.json('log', ...args)) as { requirement: string }[]).map(
			(deed) => deed.requirement,
		);
	expect((await names()).sort()).toEqual(['by_terminal', 'by_typing']);
	expect(await names('--session', ANA)).toEqual(['by_typing']);
	expect(await names('--since', '7d')).toEqual(['by_terminal']);
	expect((await world.req('log', 'by_typing', '--since', '7d')).stdout).toContain('nothing');
	expect((await world.req('log', '--session', 'nobody')).exit).toBe(1);
});
