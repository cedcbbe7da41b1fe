import { cut, inView, withoutTags } from '../core/text/one-line.ts';
import * as z from '../store/shape.ts';

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
	/** What the model is told: of Bash the exit code, then what it printed. */
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
	/** Who brought the command: `plugin`, `projectSettings`, `userSettings`, … */
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

/** The one JSON document a hook may print. `systemMessage` is shown to the user. */
export type HookOutput =
	| { readonly hookSpecificOutput: SpecificOutput; readonly systemMessage?: string }
	| { readonly decision: 'block'; readonly reason: string; readonly systemMessage?: string }
	| { readonly continue: false; readonly stopReason: string }
	| (Notice & { readonly terminalSequence?: string });

/** What a hook answers; `undefined`: it has nothing to say. */
export type HookAnswer = HookOutput | undefined;

/** Shown to the user; no model reads it. */
export interface Notice {
	readonly systemMessage: string;
}

type SpecificOutput =
	| {
			readonly hookEventName: 'PreToolUse' | 'PreSkillShellCommand';
			readonly permissionDecision: 'deny' | 'ask';
			readonly permissionDecisionReason: string;
	  }
	| { readonly hookEventName: string; readonly additionalContext: string };

/**
 * The host replaces an injected string of 10,000 characters or more by a preview;
 * everything one hook says stays below (D17). In UTF-16 units.
 */
const MAX_TEXT = 9_500;

/** Refuses a tool call. The reason reaches the model. */
export function deny(reason: string): HookOutput {
	return decide('deny', reason);
}

/** Leaves a tool call to the user, who is shown the reason. */
export function ask(reason: string): HookOutput {
	return decide('ask', reason);
}

/** Whether an answer refuses the call. */
export function isDenial(answer: HookAnswer): boolean {
	const said = specificIn(answer);
	return said !== undefined && 'permissionDecision' in said && said.permissionDecision === 'deny';
}

/** Whether an answer leaves the call to the user. */
export function isQuestion(answer: HookAnswer): boolean {
	const said = specificIn(answer);
	return said !== undefined && 'permissionDecision' in said && said.permissionDecision === 'ask';
}

/** Why an answer refuses the call or leaves it to the user; `undefined`: it does neither. */
export function reasonIn(answer: HookAnswer): string | undefined {
	const said = specificIn(answer);
	return said !== undefined && 'permissionDecision' in said
		? said.permissionDecisionReason
		: undefined;
}

function specificIn(answer: HookAnswer): SpecificOutput | undefined {
	return answer !== undefined && 'hookSpecificOutput' in answer
		? answer.hookSpecificOutput
		: undefined;
}

function decide(permissionDecision: 'deny' | 'ask', reason: string): HookOutput {
	const permissionDecisionReason = bounded(reason);
	const hookEventName = 'PreToolUse';
	return { hookSpecificOutput: { hookEventName, permissionDecision, permissionDecisionReason } };
}

/**
 * The same answer for a shell line in a skill's text. There Claude Code shows the model only a refusal, and a question
 * refuses as well; what the model would read about a line that runs is shown to the user.
 */
export function forSkillLine(answer: HookAnswer): HookAnswer {
	const said = specificIn(answer);
	if (answer === undefined || said === undefined) return answer;
	if ('permissionDecision' in said)
		return { ...answer, hookSpecificOutput: { ...said, hookEventName: 'PreSkillShellCommand' } };
	const shown = 'systemMessage' in answer ? answer.systemMessage : undefined;
	return notify(shown ?? said.additionalContext);
}

/** Refuses the end of a turn, which goes on with the reason, or the completion of a task. */
export function block(reason: string): HookOutput {
	return { decision: 'block', reason: bounded(reason) };
}

/**
 * Ends a prompt before a model is asked. The user reads the reason at once, the model in its next request
 * (docs/notes/claude-code/typed-commands.md).
 */
export function halt(reason: string): HookOutput {
	return { continue: false, stopReason: bounded(reason) };
}

/** Tells the model a fact; `notice` tells the user. */
export function inform(
	hookEventName: string,
	text: string,
	notice: string | undefined,
): HookOutput {
	const hookSpecificOutput = { hookEventName, additionalContext: bounded(text) };
	return notice === undefined
		? { hookSpecificOutput }
		: { hookSpecificOutput, systemMessage: bounded(notice) };
}

/** Tells the user alone. */
export function notify(systemMessage: string): Notice {
	return { systemMessage: bounded(systemMessage) };
}

/** The same answer with one more line for the user: one that holds nothing back, or refuses a call. */
export function alsoTell(output: HookAnswer, text: string): HookOutput {
	const told = output !== undefined && 'systemMessage' in output ? [output.systemMessage] : [];
	const notice = notify([...told, text].join('\n'));
	return { ...output, ...notice };
}

/** The same answer with the facts of another one for the model. One that decides about a call stays as it is. */
export function alsoInform(output: HookAnswer, more: HookOutput): HookOutput {
	const said = specificIn(output);
	const added = specificIn(more);
	if (output === undefined || said === undefined) return { ...output, ...more };
	if (!('additionalContext' in said) || added === undefined || !('additionalContext' in added))
		return output;
	return alsoSay(output, added.hookEventName, added.additionalContext) ?? output;
}

/** The same answer with one more text for the model: also one that keeps a turn open, or decides about a call. */
export function alsoSay(output: HookAnswer, event: string, text: string): HookAnswer {
	if (output === undefined) return inform(event, text, undefined);
	if ('decision' in output) return { ...output, ...block(`${output.reason}\n${text}`) };
	if ('stopReason' in output) return output;
	const said = specificIn(output);
	if (said === undefined) return { ...output, ...inform(event, text, undefined) };
	if ('permissionDecision' in said) {
		const permissionDecisionReason = bounded(`${said.permissionDecisionReason}\n${text}`);
		return { ...output, hookSpecificOutput: { ...said, permissionDecisionReason } };
	}
	const additionalContext = bounded(`${said.additionalContext}\n${text}`);
	return { ...output, hookSpecificOutput: { ...said, additionalContext } };
}

/** The one way out for texts of hooks, which the client takes as a whole, whatever foreign words stand in them. */
function bounded(words: string): string {
	const text = inView(withoutTags(words));
	if (text.length <= MAX_TEXT) return text;
	const tail = '\n… cut: `req status` shows all.';
	return `${cut(text, MAX_TEXT - tail.length)}${tail}`;
}

/** What the user is told in the client and, in fewer words, on the desktop. */
export interface DesktopNotice {
	readonly text: string;
	/** Our own words, in printable ASCII, that begin with no digit: the client drops anything else. */
	readonly title: string;
}

/**
 * Tells the user alone, also by a notification of the desktop where the terminal knows them: OSC 9, which the client
 * emits for a hook (docs/notes/claude-code/hook-inputs.md).
 *
 * @param notice what is to be told anyway
 */
export function alsoNotify(notice: HookAnswer, { text, title }: DesktopNotice): HookOutput {
	return { ...alsoTell(notice, text), terminalSequence: `\u001b]9;${title}\u0007` };
}
