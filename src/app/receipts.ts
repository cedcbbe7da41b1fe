import { callText } from '../core/guard/guard.ts';
import {
	deny,
	type HookAnswer,
	type PreToolUseInput,
	questionOf,
} from '../core/protocol/hook-messages.ts';
import type { ProjectCall } from './calls/read-calls.ts';
import { type HookEvent, startOf } from './projects.ts';

/**
 * Leaves behind that a call may run with exactly this input, for the guard inside the client to find (ADR 18). Asked by
 * the guard itself, it is told at once.
 */
export async function leaveReceipt(
	event: HookEvent<PreToolUseInput>,
	answer: HookAnswer,
	calls: readonly ProjectCall[],
): Promise<HookAnswer> {
	const question = questionOf(answer);
	const taken = question === undefined ? undefined : await ifTaken(question, event);
	if (taken !== undefined) return taken;
	const { input, session, ports } = event;
	const { tool_name: tool, tool_input, tool_use_id: call } = input;
	const receipts = await ports.receipts();
	const leave = () =>
		call === undefined
			? undefined
			: receipts.leave(session.uuid, call, () => callText(tool, call, tool_input));
	if (input['asked_by'] !== 'guard') {
		leave();
		return answer;
	}
	const { beginOrFree } = await import('./guarding.ts');
	// Where no folder can be made, the verdict counts all the same.
	const begun = await ports.attempt(() => beginOrFree(event, calls));
	leave();
	return { ...answer, judged: true, ...(begun.kind === 'done' ? begun.value : {}) };
}

/** A question that an extension can take away, or answer, is none: the call would run, and nobody would have been asked. */
async function ifTaken(
	question: string,
	{ input, ports }: HookEvent<PreToolUseInput>,
): Promise<HookAnswer> {
	const { answeringAt } = await import('./extensions.ts');
	const [found] = await answeringAt(startOf(input.cwd, ports), ports);
	if (found === undefined) return undefined;
	return deny(
		`${question}\nThe user was not asked: an extension could answer in their place, and only they can remove or trust it (req doctor): ${found}`,
	);
}
