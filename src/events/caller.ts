import type { Context } from '../context.ts';
import { placeIfReadable } from '../git/find-place.ts';
import { branchLabel, type Place } from '../git/place.ts';
import { environmentOf } from '../host/environment.ts';
import { parseSessionId, type Session } from '../host/session-id.ts';
import { everySession } from '../journal/files.ts';
import { knownSessions, sessionNamed } from '../memory/known-sessions.ts';
import { redact } from '../secrets/redact.ts';
import { entriesAt, isAlive, type Registered, readRegistry } from '../state/registry.ts';
import { Fault } from '../store/fault.ts';
import * as z from '../store/shape.ts';
import { flat, oneLine, typed, typedForm } from '../text/one-line.ts';

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

/**
 * Refuses the model to change what another session remembers: that is the user's to decide (D36).
 *
 * @param session whose memory changes; `undefined`: that of none
 * @throws Fault `refused`
 */
export function onlyItsOwn(caller: Caller, session: Session | undefined, context: Context): void {
	if (caller.session === undefined || session === undefined) return;
	if (isThisSession(session.uuid, context)) return;
	const hint = 'leave --session out, or let the user run it in a terminal';
	onlyTheUser(caller, `req … --session ${session.key}`, hint);
}

/** Whether a session, by its full id, is the one this process runs in. */
export function isThisSession(uuid: string | undefined, context: Context): boolean {
	return uuid !== undefined && parseSessionId(environmentOf(context).sessionId)?.uuid === uuid;
}

/** The user by a command typed into Claude Code or in a terminal, or the model. */
export const AskedBy = z.enum(['typed', 'terminal', 'model']);
export type AskedBy = z.output<typeof AskedBy>;

/** Who asked, for the record; of the user, whether the command was typed into Claude Code. */
export function askedBy({ isModel, isTyped }: Caller): AskedBy {
	if (isModel) return 'model';
	return isTyped ? 'typed' : 'terminal';
}

/** The session a command is about, or why there is none. */
export type Choice = { readonly kind: 'one'; readonly session: Session } | NoChoice;

/** `live`: those that can be meant if several can, else all active sessions of this repository. */
interface NoChoice {
	readonly kind: 'none' | 'several';
	readonly live: readonly Registered[];
}

/**
 * `--session`, else `CLAUDE_CODE_SESSION_ID`, else the only active session that can be meant.
 *
 * @throws Fault `unknown_session` for a reference that means none or several
 */
export function chooseSession(place: Place, caller: Caller, context: Context): Choice {
	if (caller.session !== undefined) return { kind: 'one', session: sessionNamed(caller.session, place, context) };
	const { sessionId } = environmentOf(context);
	const own = parseSessionId(sessionId);
	if (own !== undefined) return { kind: 'one', session: own };
	// An invalid id in the environment means no session: nothing is filed under it (D5).
	if (sessionId !== undefined) return { kind: 'none', live: [] };
	const registered = entriesAt(readRegistry(context), place);
	const live = registered.filter(([, entry]) => isAlive(entry, context));
	const meant = meantAmong(live, place, context);
	const session = meant.length === 1 ? parseSessionId(meant[0]?.[1].uuid) : undefined;
	if (session !== undefined) return { kind: 'one', session };
	return meant.length > 0 ? { kind: 'several', live: meant } : { kind: 'none', live };
}

/**
 * The active sessions that a person in this checkout can mean. The registered branch is that of the
 * last prompt: after a `git switch` in the turn only the checkout finds the session. Nested clients
 * are never meant (D11).
 */
function meantAmong(live: readonly Registered[], place: Place, context: Context) {
	const all = live.filter(([, { nested }]) => nested !== true);
	const here = all.filter(([, { cwd }]) => placeIfReadable(cwd, context)?.root === place.root);
	const isOfBranch = ([, { branch }]: Registered) => branch === place.branch;
	const choices = [here.filter(isOfBranch), here, all.filter(isOfBranch)];
	return choices.find(({ length }) => length > 0) ?? [];
}

/** Who satisfies for a branch if no session is active. */
const OUTSIDE = 'terminal';

/**
 * The session for which something is satisfied. What holds for the whole branch needs none: from outside any session it is
 * filed under `terminal`.
 *
 * @throws Fault `unknown_session`
 */
export function satisfierFor(
	place: Place,
	{ caller, atBranch }: { readonly caller: Caller; readonly atBranch: boolean },
	context: Context,
): Session {
	const choice = chooseSession(place, caller, context);
	if (choice.kind === 'one') return choice.session;
	const outside = atBranch ? parseSessionId(OUTSIDE) : undefined;
	if (outside === undefined) throw whyNoSession(choice, place, context);
	return outside;
}

/** Whether a hook of req has seen a session here; `terminal` needs none. */
export function isSeen({ uuid }: Session, place: Place): boolean {
	return uuid === OUTSIDE || everySession(place).some((one) => one.uuid === uuid);
}

/** Sessions that are named if none is active. */
const MOST_RECENT = 5;

/** Why no session is meant: Fault `unknown_session` with the sessions that can be named. */
export function whyNoSession({ kind, live }: NoChoice, place: Place, context: Context): Fault {
	const isAny = live.length > 0;
	const lines = isAny
		? live.map(([key, { branch, cwd, started_at: since }]) =>
				[key, branchLabel(branch), cwd, `since ${since}`].map(oneLine).join('  '),
			)
		: knownSessions(place, context)
				.slice(0, MOST_RECENT)
				.map(({ key, at }) => `${oneLine(key)}  last seen ${oneLine(at)}`);
	const who = kind === 'several' ? `${live.length} sessions are` : 'no session is';
	const start = 'start claude here first, or name a session with --session';
	const next = isAny ? 'name one of them with --session KEY' : start;
	const hint = [lines.length === 0 ? next : `${next}:`, ...lines.map((one) => `  ${one}`)];
	return new Fault('unknown_session', `${who} active here`, { hint: hint.join('\n') });
}

/** What a text is, and its longest length in characters. */
interface TextRule {
	readonly what: string;
	readonly max: number;
}

/**
 * A text that the caller typed, as one line without secrets (D30).
 *
 * @throws Fault `usage` if nothing is left, or it is too long
 */
export function keptText(raw: string, { what, max }: TextRule): string {
	const text = flat(redact(raw));
	if (text === '') {
		throw new Fault('usage', `${what} is empty`, { hint: `say it in one to ${max} characters` });
	}
	if (text.length <= max) return text;
	throw new Fault('usage', `${what} has ${text.length} characters, ${max} at most are kept`, {
		hint: 'say it shorter',
	});
}

/** What of a remark may be stored, such as a reason: one line, without secrets, cut if it is too long. */
export function keptRemark(raw: string): string {
	return oneLine(redact(raw));
}

/** The warning for the user if what is stored has lost secrets: `redacted: github`. Both may be texts, or hold them. */
export function redactedNotes(typedText: unknown, stored: unknown): string[] {
	const [had, has] = [typedText, stored].map((one) => {
		const marks = `${JSON.stringify(one)}`.matchAll(/\[redacted:([a-z0-9_-]+)\]/g);
		return new Set([...marks].map(([, kind]) => kind));
	});
	const kinds = [...(has ?? [])].filter((kind) => had?.has(kind) === false);
	return kinds.length === 0 ? [] : [`redacted: ${kinds.join(', ')}`];
}
