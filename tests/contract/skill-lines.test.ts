import { expect, it } from 'vitest';
import { type EffectWorld, openEffectWorld } from '../support/effect-world.ts';
import { bash, satisfy, stop } from '../support/observed-call.ts';

const PLAN = { plan: { triggers: [{ edit: 'src/**' }], skills: ['arch-review'] } };
const REVIEWED = {
	reviewed: { scope: 'single_use', blocks: [{ command: 'git commit' }], skills: ['arch-review'] },
};
const COMMIT = 'git commit -q --allow-empty -m shipped';
const SCRIPT = "node -e \"require('node:fs').writeFileSync('src/a.ts', 'x')\"";
const FORKED = { success: true, commandName: 'ship', status: 'forked', result: 'Done.' };

/** Whether Claude Code reports the shell lines of a skill. */
type Client = 'tells' | 'older';

function open(requirements: object): Promise<EffectWorld> {
	return openEffectWorld({ requirements }, 'feature/x', false);
}

/** The model calls a skill with these shell lines in its text: whether each ran, and what was said in the end. */
async function skill(world: EffectWorld, lines: readonly string[], client: Client = 'tells') {
	const call = { tool_name: 'Skill', tool_input: { skill: 'ship' }, tool_use_id: 'toolu_s0' };
	await world.hook('pre-tool-use', call);
	const ran: boolean[] = [];
	let error: string | undefined;
	for (const [at, command] of lines.entries()) {
		const line = { tool_name: 'Bash', tool_input: { command } };
		const id = { tool_use_id: `toolu_s0:preamble-${at}`, command_name: 'ship' };
		const { refuses } =
			client === 'tells'
				? await world.hook('pre-skill-shell-command', { ...line, ...id })
				: { refuses: false };
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

it.each([
	['a commit', REVIEWED, [COMMIT], 'feature/x moved'],
	['a commit before a line that fails', REVIEWED, [COMMIT, 'exit 3'], 'feature/x moved'],
	['an edit', PLAN, [SCRIPT], 'src/a.ts changed'],
])(
	'%s of a skill in a client that reports none is shown after the call, and keeps the turn open',
	async (_, requirements, lines, shown) => {
		using world = await open(requirements);
		const { text } = await skill(world, lines, 'older');
		expect(text).toContain(`${shown} during this Skill call although 1 requirement is unmet`);
		expect(await stop(world)).toContain('bypassed');
	},
);

it('a line that a requirement blocks does not run, and nothing is said after the call', async () => {
	using world = await open(REVIEWED);
	const { ran, text } = await skill(world, [COMMIT, 'git status']);
	expect(ran).toEqual([false, true]);
	expect(text).toBe('');
	expect(await stop(world)).toBe('');
});

it.each<[Client]>([['tells'], ['older']])(
	'one review pays for one commit of a skill (%s)',
	async (client) => {
		using world = await open(REVIEWED);
		await satisfy(world);
		expect(await skill(world, [COMMIT], client)).toEqual({ ran: [true], text: '' });
		expect((await bash(world, COMMIT)).refuses).toBe(true);
		await satisfy(world);
		expect((await bash(world, COMMIT)).refuses).toBe(false);
	},
);

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
