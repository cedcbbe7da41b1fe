import type { AttackWorld } from './attack-world.ts';

let calls = 0;

/** A call of Bash from end to end: what the hooks said before and after it. */
export async function bash(world: AttackWorld, command: string, more: object = {}) {
	calls += 1;
	const call = {
		tool_name: 'Bash',
		tool_input: { command },
		tool_use_id: `toolu_b${calls}`,
		...more,
	};
	const before = await world.hook('pre-tool-use', call);
	if (before.refuses) return { refuses: true, text: before.text };
	const { exit, stdout, stderr } = await world.bash(command);
	const after =
		exit === 0
			? await world.hook('post-tool-use', { ...call, tool_response: { stdout, stderr } })
			: await world.hook('post-tool-use-failure', { ...call, error: `Exit code ${exit}` });
	return { refuses: false, text: before.text + after.text };
}

/** The end of the turn: what it says. */
export async function stop(world: AttackWorld, more: object = {}): Promise<string> {
	return (await world.hook('stop', { stop_hook_active: false, ...more })).text;
}

/** The skill that satisfies what waits. */
export async function satisfy(world: AttackWorld): Promise<void> {
	calls += 1;
	const call = { tool_name: 'Skill', tool_input: { skill: 'arch-review' } };
	const event = { ...call, tool_use_id: `toolu_s${calls}`, tool_response: { success: true } };
	await world.hook('post-tool-use', event);
}
