import { Fault } from '../../core/fault/fault.ts';
import type { Asker } from '../../core/registry/who-asks.ts';
import type { AskedBy } from '../../core/requirement/audit-trail.ts';
import { typed, typedForm } from '../../core/text/one-line.ts';
import { askerAt } from '../asking.ts';
import type { Ports } from '../ports.ts';

/** Who gives a command, and from where. */
export interface Caller {
	readonly cwd: string;
	/** A session reference as it was given: a key, an id, a unique prefix (D5). */
	readonly session: string | undefined;
	/** The model's own call, not the user's, as far as the environment tells (D36). */
	readonly isModel: boolean;
	/** Typed into the client: who asks is told by the client, and not by the ancestors of its hook. */
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
export async function onlyTheUser(caller: Caller, what: string, ports: Ports): Promise<void> {
	const inClient = typedForm(what);
	const hint =
		inClient === what
			? 'the user runs it in a terminal outside Claude Code'
			: `the user types ${typed(inClient)} in the client, or runs it in a terminal outside Claude Code`;
	await onlyAPerson(caller, { what, hint }, ports);
}

/** The same for what the client has no command for; `what` is the whole line. */
export async function onlyInATerminal(caller: Caller, what: string, ports: Ports): Promise<void> {
	await onlyAPerson(caller, { what, hint: `the user runs \`${what}\` in a terminal` }, ports);
}

/**
 * Refuses whoever is not known to be a person, and says which it was: the model, or a process that was cut
 * off from whoever started it.
 *
 * @throws Fault `refused`
 */
export async function onlyAPerson(
	caller: Caller,
	{
		what,
		hint = 'the user runs it in a terminal',
	}: { readonly what: string; readonly hint?: string },
	ports: Ports,
): Promise<void> {
	const asker = await askerOf(caller, ports);
	if (asker === 'unknown') throw cutOff(what);
	if (asker === 'model') throw notTheModel(what, hint);
}

/**
 * Refuses the model what a timer or a script of the user's may do: a run opens no gate.
 *
 * @throws Fault `refused`
 */
export async function refuseTheModel(caller: Caller, what: string, ports: Ports): Promise<void> {
	const isModel = (await askerOf(caller, ports)) === 'model';
	if (isModel) throw notTheModel(what, 'let the user run it in a terminal');
}

/** Who gives a command: the environment may say that it is the model, never that it is not. */
async function askerOf(caller: Caller, ports: Ports): Promise<Asker> {
	if (caller.isModel) return 'model';
	return caller.isTyped ? 'user' : askerAt(ports.places.at(caller.cwd), ports);
}

/** The same for the record: of the user's ways, whether the command was typed into the client. */
export async function askedBy(caller: Caller, ports: Ports): Promise<AskedBy> {
	const asker = await askerOf(caller, ports);
	if (asker !== 'user') return asker;
	return caller.isTyped ? 'typed' : 'terminal';
}

/** Whether a person asked, as far as can be told. */
export function isPerson(asked: AskedBy): boolean {
	return asked === 'typed' || asked === 'terminal';
}

/** Why a process without a terminal of its own may not do what only the user decides, and how a person does it. */
export function cutOff(what: string): Fault {
	const message = `\`${what}\` was refused: req cannot tell who asks. This process was started apart from any terminal while a Claude Code session is open in this repository`;
	const inClient = typedForm(what);
	const typing = inClient === what ? '' : `type ${typed(inClient)} in the client, or `;
	const hint = `${typing}run it in a terminal window of your own (not at, cron, nohup, setsid, or a tmux or screen that was started after the session)`;
	return new Fault('refused', message, { hint });
}

function notTheModel(what: string, hint: string): Fault {
	return new Fault('refused', `only the user can run \`${what}\``, { hint });
}
