import { member } from '../store/foreign-json.ts';
import { TASK_TOOLS } from './gated-tools.ts';

/** What tells calls apart. Some model gateways number those of each message from 0, so an id alone is not enough. */
export const CALL_IDENTITY = ['tool_use_id', 'prompt_id', 'agent_id', 'tool_input'] as const;

/**
 * What tells an event from all others of its session; `undefined` if it has no id. Such events are sent to the hook process
 * only. The server and the hook process read the same fields from the same event; the server receives an absent field as an
 * empty one.
 *
 * @param identity the fields to tell it by, an id first
 */
export function claimKey(event: unknown, identity: readonly string[] = []): string | undefined {
	const values = identity.map((field) => member(event, field) || null);
	const hasId = values.length > 0 && (values[0] !== null || mayRecur(event));
	return hasId ? JSON.stringify([member(event, 'hook_event_name'), ...values]) : undefined;
}

/**
 * Whether two different events may look the same: a turn that a hook keeps open may end in the same words more than once for
 * one prompt.
 */
export function mayRecur(event: unknown): boolean {
	return member(event, 'hook_event_name') === 'Stop';
}

/**
 * Whether the main conversation goes on with this event, so that the Stop before it is over for the server and the hook
 * process alike. Calls of subagents, and hooks whose process is asynchronous, may overlap with a Stop.
 */
export function continuesTurn(event: unknown): boolean {
	const isOfCall = /^(?:Pre|Post)ToolUse/.test(String(member(event, 'hook_event_name')));
	const isAsync = TASK_TOOLS.some((tool) => tool === member(event, 'tool_name'));
	return isOfCall && !isAsync && !member(event, 'agent_id');
}
