import { Fault } from '../../core/fault/fault.ts';
import { nearHint } from '../../core/session/near-sessions.ts';
import { parseSessionId, type Session } from '../../core/session/session-id.ts';
import { oneLine } from '../../core/text/one-line.ts';
import { placeIfReadable } from '../../git/find-place.ts';
import { branchLabel, type Place } from '../../git/place.ts';
import { machineOf, readRegistry } from '../../state/registry.ts';
import { entriesAt, isAlive, type Registered } from '../../state/registry-kind.ts';
import {
	isKnown,
	lastSessions,
	SHORTEST_SESSION,
	sessionsNamed,
	sessionsNear,
} from '../known-sessions.ts';
import type { Ports } from '../ports.ts';
import type { Caller } from './caller.ts';

/** Who satisfies for a branch where no session is at work. */
export const OUTSIDE = 'terminal';

/** A session, and whether anything is known of it here: its start, its journal, a satisfaction. */
export interface Chosen {
	readonly session: Session;
	readonly isKnown: boolean;
}

/** The session a command is about, or why it cannot be told. */
export type Choice =
	| ({ readonly kind: 'one' } & Chosen)
	/** `live`: those that can be meant if several can, else all live sessions of this repository. */
	| { readonly kind: 'none' | 'several'; readonly live: readonly Registered[] };

/**
 * `--session`, else `CLAUDE_CODE_SESSION_ID`, else the only live session that can be meant.
 *
 * @throws Fault `unknown_session` for a reference that means none or several
 */
export async function chooseSession(place: Place, caller: Caller, ports: Ports): Promise<Choice> {
	if (caller.session !== undefined) {
		const session = await sessionNamed(caller.session, place, ports);
		return chosen(session, place, ports);
	}
	const { sessionId } = ports.host;
	if (sessionId !== undefined) {
		const own = parseSessionId(sessionId, ports.sha256);
		// An id of the environment that is none means no session: nothing is filed under it (D5).
		return own === undefined ? { kind: 'none', live: [] } : chosen(own, place, ports);
	}
	const machine = machineOf(ports.context);
	const registered = entriesAt(readRegistry(ports.context), place);
	const live = registered.filter(([, entry]) => isAlive(entry, machine));
	const meant = meantAmong(live, place, ports);
	const only = meant.length === 1 ? meant[0]?.[1] : undefined;
	const session = parseSessionId(only?.uuid, ports.sha256);
	if (session !== undefined) return { kind: 'one', session, isKnown: true };
	return meant.length > 0 ? { kind: 'several', live: meant } : { kind: 'none', live };
}

/**
 * The live sessions that a person in this checkout can mean. The registered branch is that of the last prompt: after a
 * `git switch` in the turn only the checkout finds the session. Nested clients are never meant (D11).
 */
function meantAmong(
	live: readonly Registered[],
	place: Place,
	ports: Ports,
): readonly Registered[] {
	const all = live.filter(([, { nested }]) => nested !== true);
	const rootOf = (cwd: string) => placeIfReadable(cwd, ports.context)?.root;
	const here = all.filter(([, { cwd }]) => rootOf(cwd) === place.root);
	const isOfBranch = ([, { branch }]: Registered) => branch === place.branch;
	const choices = [here.filter(isOfBranch), here, all.filter(isOfBranch)];
	return choices.find(({ length }) => length > 0) ?? [];
}

/**
 * The session that changes something. What holds for the whole branch needs none: from outside any
 * session it is filed under `terminal`.
 *
 * @throws Fault `unknown_session`
 */
export async function sessionFor(
	place: Place,
	who: { readonly caller: Caller; readonly atBranch: boolean },
	ports: Ports,
): Promise<Chosen> {
	const choice = await chooseSession(place, who.caller, ports);
	if (choice.kind === 'one') return choice;
	const outside = who.atBranch ? parseSessionId(OUTSIDE, ports.sha256) : undefined;
	if (outside !== undefined) return { session: outside, isKnown: true };
	throw choice.live.length > 0 ? undecided(choice) : await noneLive(place, ports);
}

/** @throws Fault `unknown_session` */
export async function sessionNamed(
	reference: string,
	place: Place,
	ports: Ports,
): Promise<Session> {
	const found = await sessionsNamed(reference, place, ports);
	const [only] = found;
	if (only !== undefined && found.length === 1) return only;
	const what = `"${oneLine(reference)}"`;
	if (only === undefined) {
		const isShort = reference.trim().length < SHORTEST_SESSION;
		const least = isShort ? `; the start of an id has at least ${SHORTEST_SESSION} characters` : '';
		throw new Fault('unknown_session', `no session of this project is ${what}${least}`, {
			hint: nearHint(await sessionsNear(reference, place, ports)),
		});
	}
	const ids = found.map(({ uuid }) => `  ${uuid}`);
	throw new Fault('unknown_session', `${what} means ${found.length} sessions`, {
		hint: ['name one of them with more characters:', ...ids].join('\n'),
	});
}

/** Why no session could be told, with those that could be meant. */
function undecided({ kind, live }: Exclude<Choice, { kind: 'one' }>): Fault {
	const lines = live.map(
		([key, { branch, cwd, started_at }]) =>
			`  ${oneLine(key)}  ${branchLabel(branch)}  ${oneLine(cwd)}  since ${oneLine(started_at)}`,
	);
	const who = kind === 'several' ? `${live.length} sessions are` : 'no session is';
	return new Fault('unknown_session', `${who} live here`, {
		hint: ['name one of them with --session KEY:', ...lines].join('\n'),
	});
}

/** No session is active here; one that was may be meant. */
async function noneLive(place: Place, ports: Ports): Promise<Fault> {
	const recent = await lastSessions(place, ports);
	const lines = recent.map(({ key, at }) => `  ${oneLine(key)}  last seen ${oneLine(at)}`);
	const start = 'start claude here first, or name a session with --session';
	return new Fault('unknown_session', 'no session is live here', {
		hint: lines.length === 0 ? start : [`${start}:`, ...lines].join('\n'),
	});
}

/** A session that was named: something may be known of it here, or nothing. */
async function chosen(session: Session, place: Place, ports: Ports): Promise<Choice> {
	return { kind: 'one', session, isKnown: await isKnown(session, place, ports) };
}
