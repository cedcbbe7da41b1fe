import { randomUUID } from 'node:crypto';
import type { ScratchProject } from './scratch-project.ts';

/** What happened in a played session, as somebody who watches would tell it. */
export type Happening =
	| {
			readonly kind: 'start';
			readonly toModel: string | undefined;
			readonly toUser: string | undefined;
	  }
	| { readonly kind: 'prompt'; readonly text: string }
	| { readonly kind: 'answer'; readonly toUser: string | undefined }
	| {
			readonly kind: 'call';
			readonly tool: string;
			readonly what: string;
			readonly input: Readonly<Record<string, unknown>>;
			readonly refusal: string | undefined;
	  }
	| { readonly kind: 'stop'; readonly words: string; readonly held: string | undefined };

/** One tool call of the model: how it is told, what the client sends, what it does when it may. */
export interface PlayedCall {
	readonly tool: string;
	readonly what: string;
	readonly input: Readonly<Record<string, unknown>>;
	readonly response?: object;
	readonly run?: () => void;
}

/**
 * One session played through the built hooks, each as its own process, exactly as Claude Code would start
 * them. Needs no client and no key.
 */
export class PlayedSession {
	readonly id = randomUUID();
	private readonly project: ScratchProject;
	private readonly tell: (happening: Happening) => void;
	private turn = 0;
	private calls = 0;

	constructor(project: ScratchProject, tell: (happening: Happening) => void) {
		this.project = project;
		this.tell = tell;
	}

	/** @param env what the user set for this Claude Code */
	start(env?: Readonly<Record<string, string>>): void {
		const answer = this.hook('SessionStart', 'session-start', { source: 'startup' }, env);
		const toModel = answer?.hookSpecificOutput?.additionalContext;
		this.tell({ kind: 'start', toModel, toUser: answer?.systemMessage });
	}

	prompt(text: string): void {
		this.turn += 1;
		this.tell({ kind: 'prompt', text });
	}

	/** The user types a command of the plugin; the hook carries it out. */
	types(verb: string, args: string): void {
		this.prompt(`/req:${verb} ${args}`);
		const command = { command_name: `req:${verb}`, command_args: args, command_source: 'plugin' };
		const answer = this.hook('UserPromptExpansion', 'user-prompt-expansion', command);
		this.tell({ kind: 'answer', toUser: answer?.systemMessage });
	}

	/** Asks PreToolUse, and lets the call succeed when nothing holds it. */
	call({ tool, what, input, response = {}, run }: PlayedCall): void {
		this.calls += 1;
		const shared = { tool_name: tool, tool_input: input, tool_use_id: `call-${this.calls}` };
		const verdict = tool === 'Skill' ? undefined : this.hook('PreToolUse', 'pre-tool-use', shared);
		const refusal = verdict?.hookSpecificOutput?.permissionDecisionReason;
		if (refusal === undefined) {
			run?.();
			this.hook('PostToolUse', 'post-tool-use', { ...shared, tool_response: response });
		}
		this.tell({ kind: 'call', tool, what, input, refusal });
	}

	/** The model runs `req` in its shell. */
	req(...args: readonly string[]): void {
		const command = ['req', ...args.map((word) => (/\s/.test(word) ? `"${word}"` : word))].join(' ');
		const env = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: this.id };
		const run = () => void this.project.req(args, env);
		this.call({ tool: 'Bash', what: command, input: { command }, run });
	}

	skill(name: string): void {
		const response = { success: true };
		this.call({ tool: 'Skill', what: name, input: { skill: name }, response });
	}

	/** @param words the model's last message */
	stop(words = 'Done.'): void {
		const ended = { stop_hook_active: false, background_tasks: [], last_assistant_message: words };
		const answer = this.hook('Stop', 'stop', ended);
		const held = answer?.decision === 'block' ? answer.reason : undefined;
		this.tell({ kind: 'stop', words, held });
	}

	end(): void {
		this.hook('SessionEnd', 'session-end', { reason: 'prompt_input_exit' });
	}

	private hook(event: string, name: string, input: object, env?: Readonly<Record<string, string>>) {
		const ids = { session_id: this.id, cwd: this.project.root, prompt_id: `prompt-${this.turn}` };
		return this.project.hook(name, { ...ids, hook_event_name: event, ...input }, env);
	}
}
