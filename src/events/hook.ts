import type { Ports } from '../app/ports.ts';
import type { HookAnswer } from '../host/messages.ts';
import type { Fields, Shape } from '../store/shape.ts';

/**
 * One event of Claude Code that req answers: all that is known of it. A file of this folder that exports `hook` is all it
 * takes: `npm run schema` lists it in all-hooks.ts, and makes hooks.json, the documentation and what tests play of the list.
 */
export interface Hook<Input> {
	readonly event: string;
	/** What the hook does then, as one sentence for `docs/troubleshooting.md`. */
	readonly about: string;
	/** The shape of its hook input. The server is sent these fields and no others. */
	readonly input: Shape<Input> & { readonly shape: Fields };
	answer(input: Input, ports: Ports): Promise<HookAnswer>;
	/**
	 * Fields that tell an event from every other one of its session and name, an id first. With them the server answers it, and
	 * the hook process only if there is no server. Without them the hook process always does.
	 */
	readonly identity?: readonly string[];
	/** Default: once, for every event of this name. */
	readonly runs?: readonly Run[];
	/** Seconds that Claude Code waits. Default: 10. */
	readonly timeout?: number;
	readonly patience?: Patience;
}

/** When Claude Code calls the hook. */
export interface Run {
	/** Names of tools, a pattern each; `undefined`: every event. */
	readonly tools?: readonly string[];
	/** Claude Code does not wait for the hook process, which therefore answers nothing. It does wait for the server. */
	readonly async?: true;
	/** Not worth a process: without a server it is not answered. */
	readonly onlyServer?: true;
}

/** Time limits of a hook, in milliseconds. */
interface Patience {
	/** For all locks of the event together (D8). */
	readonly locksMs: number;
	/** Time limit of the event. Past it, Claude Code gets no answer and continues. */
	readonly deadlineMs: number;
}
