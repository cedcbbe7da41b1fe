import { receiptOf } from '../core/guard/receipt.ts';
import type { PreToolUseInput } from '../core/protocol/hook-input.ts';
import type { HookOutput } from '../core/protocol/hook-output.ts';
import type { HookEvent } from './scene.ts';

/**
 * Leaves behind that a call may run with exactly this input, for the guard inside the client to find (ADR 18). Asked by
 * the guard itself, it is told at once.
 */
export async function leaveReceipt(
	{ input, session, ports }: HookEvent<PreToolUseInput>,
	answer: HookOutput | undefined,
): Promise<HookOutput | undefined> {
	const { tool_name: tool, tool_input, tool_use_id: call } = input;
	const seal = () => receiptOf(tool, tool_input);
	const receipts = await ports.receipts();
	if (input['asked_by'] !== 'guard') {
		if (call !== undefined) receipts.leave(session.uuid, call, seal);
		return answer;
	}
	const { beginCalls } = await import('./guarding.ts');
	// Where no folder can be made, the verdict counts all the same.
	const isFree = await beginCalls(input.cwd, session, ports).then(
		(isBegun) => !isBegun,
		() => false,
	);
	if (call !== undefined) receipts.leave(session.uuid, call, seal);
	return { ...answer, judged: seal(), ...(isFree ? { free: true } : {}) };
}
