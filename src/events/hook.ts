import type { Ports } from '../app/ports.ts';
import type { Fault } from '../core/fault/fault.ts';
import type { HookAnswer } from '../host/hook-messages.ts';
import type { Shape } from '../store/shape.ts';

/** The use case of one hook event. */
export interface Hook<Input> {
	/** The shape of its hook input. */
	readonly input: Shape<Input>;
	readonly answer: (input: Input, ports: Ports) => Promise<HookAnswer>;
	/** The answer to a typed command whose hook fails. `undefined`: no answer. */
	readonly answerToFault?: (input: Input, fault: Fault, ports: Ports) => Promise<HookAnswer>;
	readonly patience?: Patience;
}

/** Time limits of a hook, in milliseconds. */
export interface Patience {
	/** For all locks of the event together (D8). */
	readonly locksMs: number;
	/** Time limit of the event. Past it, Claude Code gets no answer and continues. */
	readonly deadlineMs: number;
}
