import { Fault } from '../../core/fault/fault.ts';
import { typed, typedForm } from '../../core/text/one-line.ts';
import type { AskedBy } from '../../state/audit-trail.ts';

/** Who gives a command, and from where. */
export interface Caller {
	readonly cwd: string;
	/** A session reference as it was given: a key, an id, a unique prefix (D5). */
	readonly session: string | undefined;
	/** The model's own call, not the user's: `CLAUDECODE` is set (D36). */
	readonly isModel: boolean;
	/** Typed into the client. */
	readonly isTyped?: boolean;
	/** The user's name, for the record. */
	readonly user: string;
}

/**
 * Refuses the model what only the user decides (D36).
 *
 * @param what the refused command, such as `req pause`
 * @throws Fault `refused`
 */
export function onlyTheUser({ isModel }: Caller, what: string): void {
	if (isModel) throw usersCommand(what);
}

/** Why the model may not run a command such as `req pause`, and how the user does. */
export function usersCommand(what: string): Fault {
	const inClient = typedForm(what);
	const hint =
		inClient === what
			? 'the user runs it in a terminal outside Claude Code'
			: `the user types ${typed(inClient)} in the client, or runs it in a terminal outside Claude Code`;
	return new Fault('refused', `only the user can run \`${what}\``, { hint });
}

/** The same for what the client has no command for; `what` is the whole line. */
export function onlyInATerminal(caller: Caller, what: string): void {
	refuseTheModel(caller, { what, hint: `the user runs \`${what}\` in a terminal` });
}

/** @throws Fault `refused` */
export function refuseTheModel(
	{ isModel }: Caller,
	{
		what,
		hint = 'the user runs it in a terminal',
	}: { readonly what: string; readonly hint?: string },
): void {
	if (isModel) throw new Fault('refused', `only the user can run \`${what}\``, { hint });
}

/** Who asked, for the record: of the user's ways, whether the command was typed into the client. */
export function askedBy({ isModel, isTyped }: Caller): AskedBy {
	if (isModel) return 'model';
	return isTyped ? 'typed' : 'terminal';
}
