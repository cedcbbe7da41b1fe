import type { AskedBy } from '../state/audit-trail.ts';
import { Fault } from '../store/fault.ts';
import { typed, typedForm } from '../text/one-line.ts';

/** Who gives a command, and from where. */
export interface Caller {
	readonly cwd: string;
	/** A session reference as it was given: a name, a key, an id or the beginning of one (D5). */
	readonly session: string | undefined;
	/** The model's own call, not the user's: `CLAUDECODE` is set (D36). */
	readonly isModel: boolean;
	/** Typed into Claude Code. */
	readonly isTyped?: boolean;
	/** The user's name, for the record. */
	readonly user: string;
}

/**
 * Refuses the model what only the user decides (D36).
 *
 * @param what the refused command, such as `req pause`
 * @param hint the next step, if it is not that the user runs it
 * @throws Fault `refused`
 */
export function onlyTheUser({ isModel }: Caller, what: string, hint?: string): void {
	if (isModel) throw usersCommand(what, hint);
}

/** Why the model may not run a command such as `req pause`, and how the user does. */
export function usersCommand(what: string, hint?: string): Fault {
	const inClient = typedForm(what);
	const inTerminal = 'in a terminal outside Claude Code';
	const byUser =
		inClient === what
			? `the user runs it ${inTerminal}`
			: `the user types ${typed(inClient)} in Claude Code, or runs it ${inTerminal}`;
	return new Fault('refused', `only the user can run \`${what}\``, { hint: hint ?? byUser });
}

/** Who asked, for the record; of the user, whether the command was typed into Claude Code. */
export function askedBy({ isModel, isTyped }: Caller): AskedBy {
	if (isModel) return 'model';
	return isTyped ? 'typed' : 'terminal';
}
