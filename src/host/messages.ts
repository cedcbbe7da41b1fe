import { member } from '../store/foreign-json.ts';
import * as z from '../store/shape.ts';
import { cut, escapeInvisible, withoutTags } from '../text/one-line.ts';

/** What every hook event carries. `cwd` drifts with the model's `cd`. */
export const common = {
	hook_event_name: z.optional(z.string()),
	session_id: z.string(),
	cwd: z.string(),
	prompt_id: z.optional(z.string()),
	/** Present in events of a subagent. */
	agent_id: z.optional(z.string()),
	transcript_path: z.optional(z.string()),
	permission_mode: z.optional(z.string()),
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

const ran = {
	/** Milliseconds, without the wait for a permission. */
	duration_ms: z.optional(z.number()),
};

/** Fires only after a call that succeeded; the response's shape is the tool's own. */
export const PostToolUseInput = z.looseObject({
	...toolCall,
	tool_response: z.optional(z.unknown()),
	...ran,
});
export type PostToolUseInput = z.output<typeof PostToolUseInput>;

/** The call failed, or was interrupted; what it did before that stays done. */
export const PostToolUseFailureInput = z.looseObject({
	...toolCall,
	/** What Claude reads: for Bash the exit code, then the output. */
	error: z.optional(z.string()),
	is_interrupt: z.optional(z.boolean()),
	...ran,
});
export type PostToolUseFailureInput = z.output<typeof PostToolUseFailureInput>;

/** The user typed a slash command or a skill. */
export const UserPromptExpansionInput = z.looseObject({
	...common,
	command_name: z.string(),
	command_args: z.optional(z.string()),
	/** Where the command comes from: `plugin`, `projectSettings`, `userSettings`, … */
	command_source: z.optional(z.string()),
});
export type UserPromptExpansionInput = z.output<typeof UserPromptExpansionInput>;

/** Work that goes on when a turn ends; `type` is one of Claude Code's labels. */
const BackgroundTask = z.looseObject({ id: z.optional(z.string()), type: z.optional(z.string()) });

export const StopInput = z.looseObject({
	...common,
	stop_hook_active: z.optional(z.boolean()),
	last_assistant_message: z.optional(z.string()),
	background_tasks: z.optional(z.array(BackgroundTask)),
});
export type StopInput = z.output<typeof StopInput>;

/** Whether a background task is an agent: when it has ended, the main conversation goes on and stops once more. */
export function isAgentTask({ type }: z.output<typeof BackgroundTask>): boolean {
	return /agent|workflow|teammate|cloud session/.test(type ?? '');
}

/** `reason`: clear, resume, logout, prompt_input_exit, other. */
export const SessionEndInput = z.looseObject({ ...common, reason: z.optional(z.string()) });
export type SessionEndInput = z.output<typeof SessionEndInput>;

/** What distinguishes calls. Some model gateways number those of each message from 0, so an id alone is not enough. */
export const CALL_IDENTITY = ['tool_use_id', 'prompt_id', 'agent_id', 'tool_input'] as const;

/**
 * What distinguishes an event from all others of its session; `undefined` if it has no id. Such events are sent to the hook process
 * only. The server and the hook process read the same fields from the same event; the server receives an absent field as an
 * empty one.
 *
 * @param identity the fields to tell it by, an id first
 */
export function claimKey(event: unknown, identity: readonly string[] = []): string | undefined {
	const values = identity.map((field) => member(event, field) || null);
	const hasId = values.length > 0 && values[0] !== null;
	return hasId ? JSON.stringify([member(event, 'hook_event_name'), ...values]) : undefined;
}

/** What req answers to an event. */
export interface Answer {
	/** What becomes of a call (deny, ask), a turn or task (block) or a prompt (halt); absent: it goes on. */
	readonly decision?: 'deny' | 'ask' | 'block' | 'halt' | undefined;
	/** For Claude; with a decision its reason, which `ask` and `halt` show the user. */
	readonly text?: string | undefined;
	/** For the user; no model reads it. */
	readonly notice?: string | undefined;
	/** Of a notification on the desktop: our own words, in printable ASCII, that begin with no digit. */
	readonly title?: string | undefined;
}

/** What a hook answers; `undefined`: nothing. */
export type HookAnswer = Answer | undefined;

/** The same answer with one more text for Claude, or one more line for the user. */
export function addTo(answer: HookAnswer, more: Omit<Answer, 'decision'>): Answer {
	const joined = (...texts: (string | undefined)[]) => texts.filter((one) => one !== undefined).join('\n') || undefined;
	return {
		...answer,
		...more,
		text: joined(answer?.text, more.text),
		notice: joined(answer?.notice, more.notice),
	};
}

/** The one JSON document that a hook may print. */
export type HookOutput = Readonly<Record<string, unknown>>;

/**
 * An answer in the form that Claude Code reads for an event (docs/notes/claude-code/hook-inputs.md). About a shell line in
 * a skill's text Claude is shown only a refusal: what it would read about a line that runs is shown to the user.
 */
export function outputOf(event: string, answer: HookAnswer): HookOutput | undefined {
	if (answer === undefined) return undefined;
	const { decision, title } = answer;
	const isForUser = event === 'PreSkillShellCommand' && decision === undefined;
	const text = isForUser ? '' : bounded(answer.text ?? '');
	const notice = answer.notice ?? (isForUser ? answer.text : undefined);
	const shown = notice ? { systemMessage: bounded(notice) } : {};
	if (decision === 'halt') return { continue: false, stopReason: text };
	if (decision === 'block') return { decision, reason: text, ...shown };
	const hookEventName = event;
	if (decision !== undefined) {
		const reason = { permissionDecision: decision, permissionDecisionReason: text };
		return { hookSpecificOutput: { hookEventName, ...reason }, ...shown };
	}
	if (text !== '') return { hookSpecificOutput: { hookEventName, additionalContext: text }, ...shown };
	// OSC 9 is a notification of the desktop where the terminal knows it.
	const ring = title === undefined ? {} : { terminalSequence: `\u001b]9;${title}\u0007` };
	return notice ? { ...shown, ...ring } : undefined;
}

/**
 * Claude Code replaces an injected string of 10,000 characters or more by a preview; everything one hook prints stays below
 * (D17). In UTF-16 units.
 */
const MAX_TEXT = 9_500;

/** A text of any origin as Claude Code takes it whole. */
function bounded(words: string): string {
	const text = escapeInvisible(withoutTags(words));
	if (text.length <= MAX_TEXT) return text;
	const tail = '\n… cut: `req status` shows all.';
	return `${cut(text, MAX_TEXT - tail.length)}${tail}`;
}
