import { member } from '../document/foreign-json.ts';

/** Fields that tell an event from every other one of its session and name. */
const IDENTITY: Readonly<Record<string, readonly string[]>> = {
	UserPromptSubmit: ['prompt_id'],
	UserPromptExpansion: ['prompt_id', 'command_name', 'command_args'],
	PreToolUse: ['tool_use_id'],
	PostToolUse: ['tool_use_id'],
	PostToolUseFailure: ['tool_use_id'],
	PreSkillShellCommand: ['tool_use_id'],
	Stop: ['prompt_id', 'stop_hook_active', 'last_assistant_message', 'background_tasks'],
};

/**
 * What tells an event from all others of its session; `undefined` if it has no id. Events without an id are sent to the hook
 * process only. The server and the hook process read the same fields from the same event.
 */
export function claimKey(event: unknown): string | undefined {
	const name = member(event, 'hook_event_name');
	const fields = typeof name === 'string' && Object.hasOwn(IDENTITY, name) ? IDENTITY[name] : [];
	const values = (fields ?? []).map((field) => member(event, field) ?? null);
	return values.every((value) => value === null) ? undefined : JSON.stringify([name, ...values]);
}
