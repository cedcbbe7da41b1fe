import { remembers } from '../config/config.ts';
import type { HookAnswer, PreToolUseInput } from '../host/messages.ts';
import { type HookEvent, homeOf, projectAt } from './projects.ts';
import type { CallWords } from './read-call.ts';
import { reqCalls } from './req-calls.ts';

/** Commands by which a session notes something, and what of them only looks. */
const NOTING = ['note', 'learn'];
const LOOKS = ['list', 'review', '--help', '-h', undefined];

/** Keeps what a subagent notes out of the session that started it (S2-142): whether it holds, its answer's reader decides. */
export async function refuseSubagentNote(
	{ input, ports }: HookEvent<PreToolUseInput>,
	{ command }: CallWords,
): Promise<HookAnswer> {
	if (input.agent_id === undefined || command === undefined) return undefined;
	const found = reqCalls(command).find(
		([group = '', next]) => NOTING.includes(group) && !LOOKS.includes(next),
	);
	if (found === undefined) return undefined;
	const home = await projectAt(homeOf(input.cwd, ports), ports);
	if (home === undefined || !remembers(home.config)) return undefined;
	const what = `\`req ${found[0]}\` of a subagent`;
	const text = `req: ${what} blocked: what a subagent finds is not kept. Report it in your answer.`;
	return { decision: 'deny', text };
}
