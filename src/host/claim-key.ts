import { member } from '../store/foreign-json.ts';
import { TASK_TOOLS } from './gated-tools.ts';

/** Some model gateways number the calls of each message from 0, so a call's id alone is not enough. */
const CALL = ['tool_use_id', 'prompt_id', 'agent_id', 'tool_input'] as const;

/** Fields that tell an event from every other one of its session and name. */
const IDENTITY: Readonly<Record<string, readonly string[]>> = {
	UserPromptSubmit: ['prompt_id', 'prompt'],
	UserPromptExpansion: ['prompt_id', 'command_name', 'command_args'],
	PreToolUse: CALL,
	PostToolUse: CALL,
	PostToolUseFailure: CALL,
	PreSkillShellCommand: CALL,
	Stop: ['prompt_id', 'stop_hook_active', 'last_assistant_message', 'background_tasks'],
};

/**
 * What tells an event from all others of its session; `undefined` if it has no id. Events without an id are sent to the hook
 * process only. The server and the hook process read the same fields from the same event; the server receives an absent
 * field as an empty one.
 */
export function claimKey(event: unknown): string | undefined {
	const name = member(event, 'hook_event_name');
	if (typeof name !== 'string' || !Object.hasOwn(IDENTITY, name)) return undefined;
	const values = (IDENTITY[name] ?? []).map((field) => member(event, field) || null);
	const hasId = values[0] !== null || name === 'Stop';
	return hasId ? JSON.stringify([name, ...values]) : undefined;
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
	const name = member(event, 'hook_event_name');
	const isOfCall = name === 'PreToolUse' || name === 'PostToolUse' || name === 'PostToolUseFailure';
	const isAsync = TASK_TOOLS.some((tool) => tool === member(event, 'tool_name'));
	return isOfCall && !isAsync && !member(event, 'agent_id');
}
