import * as z from '../document/shape.ts';

/** What every hook event carries. `cwd` drifts with the model's `cd`. */
export const common = {
	session_id: z.string(),
	cwd: z.string(),
	prompt_id: z.optional(z.string()),
	/** Present in events of a subagent. */
	agent_id: z.optional(z.string()),
	transcript_path: z.optional(z.string()),
};

const toolCall = {
	...common,
	tool_name: z.string(),
	tool_input: z.record(z.string(), z.unknown()),
	tool_use_id: z.optional(z.string()),
};

/** `source`: startup, resume, clear, compact, fork. */
export const SessionStartInput = z.looseObject({
	...common,
	source: z.optional(z.string()),
});
export type SessionStartInput = z.output<typeof SessionStartInput>;

export const PreToolUseInput = z.looseObject(toolCall);
export type PreToolUseInput = z.output<typeof PreToolUseInput>;

/** Fires only after a call that succeeded; the response's shape is the tool's own. */
export const PostToolUseInput = z.looseObject({
	...toolCall,
	tool_response: z.optional(z.unknown()),
});
export type PostToolUseInput = z.output<typeof PostToolUseInput>;

/** The call failed, or was interrupted; what it did before that stays done. */
export const PostToolUseFailureInput = z.looseObject({
	...toolCall,
	/** What the model is told: of Bash the exit code, then what it printed. */
	error: z.optional(z.string()),
	is_interrupt: z.optional(z.boolean()),
});
export type PostToolUseFailureInput = z.output<typeof PostToolUseFailureInput>;

/** The user typed a slash command or a skill. */
export const UserPromptExpansionInput = z.looseObject({
	...common,
	command_name: z.string(),
	command_args: z.optional(z.string()),
	/** Who brought the command: `plugin`, `projectSettings`, `userSettings`, … */
	command_source: z.optional(z.string()),
});
export type UserPromptExpansionInput = z.output<typeof UserPromptExpansionInput>;

/** `background_tasks` lists agents and shells that still run. */
export const StopInput = z.looseObject({
	...common,
	stop_hook_active: z.optional(z.boolean()),
	last_assistant_message: z.optional(z.string()),
	background_tasks: z.optional(z.array(z.looseObject({ type: z.optional(z.string()) }))),
});
export type StopInput = z.output<typeof StopInput>;

/** `reason`: clear, resume, logout, prompt_input_exit, other. */
export const SessionEndInput = z.looseObject({ ...common, reason: z.optional(z.string()) });
export type SessionEndInput = z.output<typeof SessionEndInput>;
