import { Fault } from '../../core/fault/fault.ts';
import { typed } from '../../core/text/one-line.ts';
import { typedForm } from '../../core/text/typed-form.ts';

/** Who gives a command, and from where. */
export interface Caller {
	readonly cwd: string;
	/** A session reference as it was given: a key, an id, a unique prefix (D5). */
	readonly session: string | undefined;
	/** The model's own call, not the user's (D36). */
	readonly isModel: boolean;
	/** The user's name, for the record. */
	readonly user: string;
}

/**
 * Refuses the model what only the user decides (D36).
 *
 * @param what the refused command, such as `req pause`
 * @throws Fault `refused`
 */
export function onlyTheUser(caller: Caller, what: string): void {
	const inClient = typedForm(what);
	const hint =
		inClient === what
			? 'the user runs it in a terminal outside Claude Code'
			: `the user types ${typed(inClient)} in the client, or runs it in a terminal outside Claude Code`;
	notTheModel(caller, what, hint);
}

/**
 * The same where the model has another way than to ask the user.
 *
 * @param hint that way
 * @throws Fault `refused`
 */
export function notTheModel({ isModel }: Caller, what: string, hint: string): void {
	if (isModel) throw new Fault('refused', `only the user can \`${what}\``, { hint });
}
