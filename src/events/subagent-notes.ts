import { remembers } from '../config/config.ts';
import type { HookAnswer, PreToolUseInput } from '../host/messages.ts';
import { type HookEvent, homeOf, projectAt } from './projects.ts';
import type { CallWords } from './read-call.ts';
import { reqCalls } from './req-calls.ts';

/** Commands that change what a session remembers, each with those of its commands that only read. */
const REMEMBERING: Readonly<Record<string, readonly string[]>> = {
	note: ['list'],
	learn: ['list', 'review'],
	task: ['list'],
	inherit: ['show'],
	session: ['list', 'show', 'lineage', 'events', 'preview', 'export', 'cleanup', 'forget'],
};
const READS = ['--help', '-h', undefined];

/**
 * Keeps a subagent from noting something in the session that started it, and from closing, naming or continuing that
 * session (S2-142): whether what it found holds, the reader of its answer decides.
 */
export async function refuseSubagentNote(
	{ input, context }: HookEvent<PreToolUseInput>,
	{ command }: CallWords,
): Promise<HookAnswer> {
	if (input.agent_id === undefined || command === undefined) return undefined;
	const found = reqCalls(command).find(([group = '', next]) => {
		const reads = Object.hasOwn(REMEMBERING, group) ? REMEMBERING[group] : undefined;
		return reads !== undefined && ![...READS, ...reads].includes(next);
	});
	if (found === undefined) return undefined;
	const home = await projectAt(homeOf(input.cwd, context), context);
	if (home === undefined || !remembers(home.config)) return undefined;
	const what = `\`req ${found[0]}\` of a subagent`;
	const text = `req: ${what} blocked: what a subagent finds is not kept. Report it in your answer.`;
	return { decision: 'deny', text };
}
