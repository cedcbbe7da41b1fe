import type { Context } from '../context.ts';
import { placeIfReadable } from '../git/find-place.ts';
import { branchLabel, type Place } from '../git/place.ts';
import { environmentOf } from '../host/environment.ts';
import { parseSessionId, type Session } from '../host/session-id.ts';
import { isKnown, knownSessions, sessionNamed } from '../memory/known-sessions.ts';
import { machineOf, readRegistry } from '../state/registry.ts';
import { entriesAt, isAlive, type Registered } from '../state/registry-kind.ts';
import { Fault } from '../store/fault.ts';
import { oneLine } from '../text/one-line.ts';
import type { Caller } from './caller.ts';

/** Who satisfies for a branch where no session is active. */
const OUTSIDE = 'terminal';

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
export async function chooseSession(
	place: Place,
	caller: Caller,
	context: Context,
): Promise<Choice> {
	const { sessionId } = environmentOf(context);
	const given = caller.session ?? sessionId;
	if (given !== undefined) {
		const session =
			caller.session === undefined ? parseSessionId(given) : sessionNamed(given, place, context);
		// An invalid id in the environment means no session: nothing is filed under it (D5).
		if (session === undefined) return { kind: 'none', live: [] };
		return { kind: 'one', session };
	}
	const machine = machineOf(context);
	const registered = entriesAt(readRegistry(context), place);
	const live = registered.filter(([, entry]) => isAlive(entry, machine));
	const meant = meantAmong(live, place, context);
	const only = meant.length === 1 ? meant[0]?.[1] : undefined;
	const session = parseSessionId(only?.uuid);
	if (session !== undefined) return { kind: 'one', session };
	return meant.length > 0 ? { kind: 'several', live: meant } : { kind: 'none', live };
}

/**
 * The active sessions that a person in this checkout can mean. The registered branch is that of the
 * last prompt: after a `git switch` in the turn only the checkout finds the session. Nested clients
 * are never meant (D11).
 */
function meantAmong(
	live: readonly Registered[],
	place: Place,
	context: Context,
): readonly Registered[] {
	const all = live.filter(([, { nested }]) => nested !== true);
	const rootOf = (cwd: string) => placeIfReadable(cwd, context)?.root;
	const here = all.filter(([, { cwd }]) => rootOf(cwd) === place.root);
	const isOfBranch = ([, { branch }]: Registered) => branch === place.branch;
	const choices = [here.filter(isOfBranch), here, all.filter(isOfBranch)];
	return choices.find(({ length }) => length > 0) ?? [];
}

/**
 * The session for which something is satisfied. What holds for the whole branch needs none: from outside any session it is
 * filed under `terminal`.
 *
 * @throws Fault `unknown_session`
 */
export async function satisfierFor(
	place: Place,
	{ caller, atBranch }: { readonly caller: Caller; readonly atBranch: boolean },
	context: Context,
): Promise<Session> {
	const choice = await chooseSession(place, caller, context);
	if (choice.kind === 'one') return choice.session;
	const outside = atBranch ? parseSessionId(OUTSIDE) : undefined;
	if (outside === undefined) throw whyNoSession(choice, place, context);
	return outside;
}

/** Whether a hook of req has seen a session here; `terminal` needs none. */
export function isSeen(session: Session, place: Place, context: Context): boolean {
	return session.uuid === OUTSIDE || isKnown(session, place, context);
}

/** Sessions that are named if none is active. */
const MOST_RECENT = 5;

/** Why no session is meant: Fault `unknown_session` with the sessions that can be named. */
export function whyNoSession({ kind, live }: NoChoice, place: Place, context: Context): Fault {
	if (live.length > 0) {
		const lines = live.map(([key, { branch, cwd, started_at: since }]) => {
			return [key, branchLabel(branch), cwd, `since ${since}`].map(oneLine).join('  ');
		});
		const who = kind === 'several' ? `${live.length} sessions are` : 'no session is';
		return unknown(`${who} active here`, 'name one of them with --session KEY', lines);
	}
	const lines = knownSessions(place, context)
		.slice(0, MOST_RECENT)
		.map(({ session: { key }, at }) => `${oneLine(key)}  last seen ${oneLine(at)}`);
	const start = 'start claude here first, or name a session with --session';
	return unknown('no session is active here', start, lines);
}

function unknown(what: string, next: string, lines: readonly string[]): Fault {
	const hint =
		lines.length === 0 ? next : [`${next}:`, ...lines.map((one) => `  ${one}`)].join('\n');
	return new Fault('unknown_session', what, { hint });
}
