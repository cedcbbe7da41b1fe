import { expect, it } from 'vitest';
import { bash, satisfy, stop } from '../support/detected-call.ts';
import { type EffectWorld, openEffectWorld } from '../support/effect-world.ts';

const PLAN = { plan: { triggers: [{ edit: 'src/**' }], skills: ['arch-review'] } };
const REVIEWED = {
	reviewed: { scope: 'single_use', blocks: [{ command: 'git commit' }], skills: ['arch-review'] },
};
const COMMIT = 'git commit -q --allow-empty -m shipped';
const SCRIPT = "node -e \"require('node:fs').writeFileSync('src/a.ts', 'x')\"";
const FORKED = { success: true, commandName: 'ship', status: 'forked', result: 'Done.' };

function open(requirements: object): Promise<EffectWorld> {
	return openEffectWorld({ requirements });
}

/** The model calls a skill with these shell lines in its text: whether each ran, and what was said in the end. */
async function skill(world: EffectWorld, lines: readonly string[]) {
	const call = { tool_name: 'Skill', tool_input: { skill: 'ship' }, tool_use_id: 'toolu_s0' };
	await world.hook('pre-tool-use', call);
	const ran: boolean[] = [];
	let error: string | undefined;
	for (const [at, command] of lines.entries()) {
		const line = { tool_name: 'Bash', tool_input: { command } };
		const id = { tool_use_id: `toolu_s0:preamble-${at}`, command_name: 'ship' };
		const { refuses } = await world.hook('pre-skill-shell-command', { ...line, ...id });
		ran.push(!refuses);
		if (refuses) continue;
		const { exit } = await world.bash(command);
		if (exit !== 0) error = `Shell command failed for pattern "${command}"`;
	}
	const over = { ...call, duration_ms: 300 };
	const { text } =
		error === undefined
			? await world.hook('post-tool-use', { ...over, tool_response: { success: true } })
			: await world.hook('post-tool-use-failure', { ...over, error });
	return { ran, text };
}

it('a line that a requirement blocks does not run, and nothing is said after the call', async () => {
	using world = await open(REVIEWED);
	const { ran, text } = await skill(world, [COMMIT, 'git status']);
	expect(ran).toEqual([false, true]);
	expect(text).toBe('');
	expect(await stop(world)).toBe('');
});

it('one review pays for one commit of a skill', async () => {
	using world = await open(REVIEWED);
	await satisfy(world);
	expect(await skill(world, [COMMIT])).toEqual({ ran: [true], text: '' });
	expect((await bash(world, COMMIT)).refuses).toBe(true);
	await satisfy(world);
	expect((await bash(world, COMMIT)).refuses).toBe(false);
});

it('a skill that runs as a subagent answers for none of its calls', async () => {
	using world = await open({ ...PLAN, ...REVIEWED });
	await satisfy(world);
	const call = { tool_name: 'Skill', tool_input: { skill: 'ship' }, tool_use_id: 'toolu_s1' };
	const agent = { agent_id: 'a1', agent_type: 'general-purpose' };
	await world.hook('pre-tool-use', call);
	await bash(world, COMMIT, agent);
	await satisfy(world);
	const over = { ...call, duration_ms: 900, tool_response: FORKED };
	expect((await world.hook('post-tool-use', over)).text).toBe('');
	expect((await bash(world, COMMIT)).refuses).toBe(false);
});

it('what a subagent runs as a skill is seen at its own call', async () => {
	using world = await open(PLAN);
	const call = { tool_name: 'Skill', tool_input: { skill: 'ship' }, tool_use_id: 'toolu_s2' };
	await world.hook('pre-tool-use', call);
	const { text } = await bash(world, SCRIPT, { agent_id: 'a1', agent_type: 'general-purpose' });
	expect(text).toContain('src/a.ts changed during this Bash call');
});
