import { postToolUse } from '../../src/app/hooks/post-tool-use.ts';
import { preToolUse } from '../../src/app/hooks/pre-tool-use.ts';
import { sessionEnd } from '../../src/app/hooks/session-end.ts';
import { sessionStart } from '../../src/app/hooks/session-start.ts';
import { stop } from '../../src/app/hooks/stop.ts';
import { userPromptExpansion } from '../../src/app/hooks/user-prompt-expansion.ts';
import type { HookOutput, StopInput } from '../../src/core/protocol/hook-messages.ts';
import type { Session } from '../../src/core/session/session-id.ts';
import type { MemoryWorld } from './memory-ports.ts';

/** One tool call: the tool, its input, and what it answers. */
export interface Doing {
	readonly tool: string;
	readonly input: Readonly<Record<string, unknown>>;
	readonly response?: unknown;
}

export const edit = (path = '/project/a.ts'): Doing => ({
	tool: 'Edit',
	input: { file_path: path },
});
export const bash = (command: string, response: object = {}): Doing => ({
	tool: 'Bash',
	input: { command },
	response,
});
export const skill = (name: string, success = true): Doing => ({
	tool: 'Skill',
	input: { skill: name },
	response: { success },
});

/** A session of the client in a world in memory: each event comes a second after the last. */
export class MemorySession {
	cwd = '/project';
	prompt: string | undefined = 'p1';
	transcript: string | undefined;
	#calls = 0;
	readonly #world: MemoryWorld;
	readonly #session: Session;

	constructor(world: MemoryWorld, session: Session) {
		this.#world = world;
		this.#session = session;
	}

	start(source = 'startup'): Promise<HookOutput | undefined> {
		return sessionStart({ ...this.#common(), source }, this.#world.ports());
	}

	/** Asks for a call; the answer is the gate's. */
	before(doing: Doing): Promise<HookOutput | undefined> {
		this.#calls += 1;
		return preToolUse(this.#call(doing), this.#world.ports());
	}

	/** The call ran, and succeeded. */
	after(doing: Doing): Promise<HookOutput | undefined> {
		return postToolUse(
			{ ...this.#call(doing), tool_response: doing.response },
			this.#world.ports(),
		);
	}

	/** Asks, and runs the call where it is not denied. Whether it ran. */
	async does(doing: Doing): Promise<boolean> {
		if (isDenied(await this.before(doing))) return false;
		await this.after(doing);
		return true;
	}

	types(command: string): Promise<HookOutput | undefined> {
		return userPromptExpansion({ ...this.#common(), command_name: command }, this.#world.ports());
	}

	stops(more: Partial<StopInput> = {}): Promise<HookOutput | undefined> {
		return stop({ ...this.#common(), ...more }, this.#world.ports());
	}

	end(reason = 'other'): Promise<HookOutput | undefined> {
		return sessionEnd({ ...this.#common(), reason }, this.#world.ports());
	}

	#call({ tool, input }: Doing) {
		const call = { tool_name: tool, tool_input: { ...input }, tool_use_id: `call ${this.#calls}` };
		return { ...this.#common(), ...call };
	}

	#common() {
		this.#world.now += 1000;
		return {
			session_id: this.#session.uuid,
			cwd: this.cwd,
			...(this.prompt === undefined ? {} : { prompt_id: this.prompt }),
			...(this.transcript === undefined ? {} : { transcript_path: this.transcript }),
		};
	}
}

export function isDenied(output: HookOutput | undefined): boolean {
	return textOf(output, 'permissionDecision') === 'deny';
}

export function isHeld(output: HookOutput | undefined): boolean {
	return textOf(output, 'decision') === 'block';
}

/** Some text of an answer by its key, wherever it stands; empty where there is none. */
export function textOf(output: HookOutput | undefined, key: string): string {
	const flat: Record<string, unknown> = { ...output, ...Object(output)['hookSpecificOutput'] };
	return typeof flat[key] === 'string' ? flat[key] : '';
}
