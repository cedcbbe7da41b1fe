import { setTimeout } from 'node:timers/promises';
import type { EffectWorld } from './effect-world.ts';

let calls = 0;

/** Milliseconds: a call that is not told to be long is short, however busy the machine is. */
const MOST_SHORT = 1_900;
/** The file system stamps in ticks of so many milliseconds: what was done before a call is older than the call. */
export const TICK_MS = 10;

/** A call of Bash from end to end: what the hooks said before and after it. `meanwhile`: what others do while it runs. */
export async function bash(
	world: EffectWorld,
	command: string,
	more: object = {},
	meanwhile: () => unknown = () => undefined,
) {
	calls += 1;
	const call = {
		tool_name: 'Bash',
		tool_input: { command },
		tool_use_id: `toolu_b${calls}`,
		...more,
	};
	await setTimeout(TICK_MS);
	const before = await world.hook('pre-tool-use', call);
	if (before.refuses) return { refuses: true, text: before.text };
	const began = Date.now();
	const { exit, stdout, stderr } = await world.bash(command);
	await meanwhile();
	const over = { duration_ms: Math.min(Date.now() - began, MOST_SHORT), ...call };
	const after =
		exit === 0
			? await world.hook('post-tool-use', { ...over, tool_response: { stdout, stderr } })
			: await world.hook('post-tool-use-failure', { ...over, error: `Exit code ${exit}` });
	return { refuses: false, text: before.text + after.text };
}

/** An edit that went through the gates. */
export async function edit(world: EffectWorld, file_path: string, more: object = {}) {
	calls += 1;
	const tool_input = { file_path, old_string: '1', new_string: '2' };
	const call = { tool_name: 'Edit', tool_input, tool_use_id: `toolu_e${calls}`, ...more };
	const { refuses } = await world.hook('pre-tool-use', call);
	if (!refuses) await world.hook('post-tool-use', { ...call, tool_response: {} });
	return { refuses };
}

/** The end of the turn: what it says. */
export async function stop(world: EffectWorld, more: object = {}): Promise<string> {
	return (await world.hook('stop', { stop_hook_active: false, ...more })).text;
}

/** The skill that satisfies what waits. */
export async function satisfy(world: EffectWorld, more: object = {}): Promise<void> {
	calls += 1;
	const call = { tool_name: 'Skill', tool_input: { skill: 'arch-review' } };
	const event = { ...call, tool_use_id: `toolu_s${calls}`, tool_response: { success: true } };
	await world.hook('post-tool-use', { ...event, ...more });
}
