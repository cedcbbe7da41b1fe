import type { Ports } from '../app/ports.ts';
import { Fault } from '../core/fault/fault.ts';
import { nearSessions } from '../core/session/near-sessions.ts';
import { isUuid, parseSessionId, type Session } from '../core/session/session-id.ts';
import { named } from '../core/text/one-line.ts';
import { compareTexts } from '../core/text/strings.ts';
import type { Place } from '../git/place.ts';
import { everySession } from '../journal/files.ts';
import { peekBranchState } from '../state/branch-files.ts';
import { readRegistry } from '../state/registry.ts';
import { entriesAt } from '../state/registry-kind.ts';
import type { SessionRecord } from './record.ts';
import { allSessions, isUnreadable, readSession } from './sessions.ts';

/** Fewer characters name too much (D5). */
const SHORTEST = 4;
const WHOLE_KEY = /^[0-9a-f]{8}$/;

/** A session that something of this project tells of. */
interface KnownSession {
	readonly session: Session;
	readonly name: string | undefined;
	/** ISO time at which it did something; empty if none is known. */
	readonly at: string;
	readonly isNested: boolean;
}

/** Every session of this project, of any age, the one that did something last first (D14). */
export function knownSessions(place: Place, ports: Ports): KnownSession[] {
	const known = new Map<string, KnownSession>();
	const add = (id: string, at: string, name?: string, isNested = false) => {
		const session = parseSessionId(id, ports.sha256);
		if (session === undefined) return;
		const last = known.get(session.uuid) ?? { session, name, at: '', isNested };
		known.set(session.uuid, at > last.at ? { ...last, at } : last);
	};
	for (const { uuid, last_activity: at, name, channel } of allSessions(place, ports))
		add(uuid, at, name, channel === 'nested');
	for (const { uuid } of everySession(place)) add(uuid, '');
	for (const { id, at } of sessionsInState(place, ports)) add(id, at);
	const all = [...known.values()].map((one) => one.session);
	// One that is known by its key only is the one whose id begins with it.
	const keys = new Set(all.filter(({ uuid, key }) => uuid !== key).map(({ key }) => key));
	return [...known.values()]
		.filter(({ session: { uuid, key } }) => uuid !== key || !keys.has(key))
		.sort((one, other) => compareTexts(other.at, one.at));
}

/** What the registry and the state of the branch name: a full id, else a key, and a time if it is known. */
function sessionsInState(place: Place, ports: Ports) {
	const seen: { readonly id: string; readonly at: string }[] = [];
	for (const [, { uuid, last_activity: at }] of entriesAt(readRegistry(ports.context), place))
		seen.push({ id: uuid, at });
	const state = peekBranchState(place, ports.context);
	for (const { sessions } of Object.values(state?.requirements ?? {}))
		for (const [key, { uuid, satisfied_at, triggered_at }] of Object.entries(sessions))
			for (const at of [satisfied_at, triggered_at]) seen.push({ id: uuid ?? key, at: at ?? '' });
	return seen;
}

/** Whether the registry, the branch's state, a journal or a record of this project names a session. */
export function isKnown({ uuid, key }: Session, place: Place, ports: Ports): boolean {
	if (everySession(place).some((session) => session.uuid === uuid)) return true;
	const seen = sessionsInState(place, ports);
	return seen.some(({ id }) => id === uuid || id === key || (uuid === key && id.startsWith(key)));
}

/**
 * The sessions of this project that a reference can mean: a name, a key, an id with or without dashes, or at least 4
 * characters of the beginning of one (D5). A full id or key needs no record of its session.
 */
function sessionsMeant(reference: string, place: Place, ports: Ports): Session[] {
	const wanted = reference.trim().toLowerCase();
	const whole = WHOLE_KEY.test(wanted) || isUuid(wanted);
	const given = whole ? parseSessionId(wanted, ports.sha256) : undefined;
	if (given !== undefined && isUuid(wanted)) return [given];
	const known = knownSessions(place, ports);
	const exact = known.filter(({ name, session: { uuid, key, longKey } }) => {
		return name === reference.trim() || [uuid, key, longKey].some((id) => id === wanted);
	});
	const digits = wanted.replaceAll('-', '');
	const begun = known.filter(({ session: { uuid } }) => {
		if (wanted.length < SHORTEST) return false;
		const isDigits = isUuid(uuid) && uuid.replaceAll('-', '').startsWith(digits);
		return isDigits || uuid.startsWith(wanted);
	});
	const meant = (exact.length > 0 ? exact : begun).map(({ session }) => session);
	return meant.length > 0 ? meant : [given ?? []].flat();
}

/** The session that a reference means. @throws Fault `unknown_session`, with what may be meant */
export function sessionNamed(reference: string, place: Place, ports: Ports): Session {
	const found = sessionsMeant(reference, place, ports);
	const [only] = found;
	if (only === undefined) throw noSession(reference, place, ports);
	if (found.length === 1) return only;
	const ids = found.map(({ uuid }) => `  ${uuid}`);
	const hint = ['name one of them with more characters:', ...ids].join('\n');
	const what = `${named(reference)} means ${found.length} sessions`;
	throw new Fault('unknown_session', what, { hint });
}

/** The record of a session. @throws Fault `unknown_session` or `state_unreadable` */
export function recordOrFault(session: Session, place: Place, ports: Ports): SessionRecord {
	const record = readSession(place, session, ports);
	if (record !== undefined) return record;
	const who = `session ${named(session.key)}`;
	if (!isUnreadable(place, session)) {
		throw noSession(session.uuid, place, ports, `nothing is recorded of ${who}`);
	}
	const what = `the record of ${who} cannot be read: it is not JSON`;
	throw new Fault('state_unreadable', what, { hint: 'req doctor' });
}

/** No session is what somebody named; the hint names those that may have been meant. */
function noSession(reference: string, place: Place, ports: Ports, why?: string): Fault {
	const sessions = knownSessions(place, ports).filter(({ isNested }) => !isNested);
	const nameable = sessions.map(({ session: { key, uuid }, name }) => ({ key, uuid, name }));
	const near = nearSessions(reference, nameable);
	const isShort = reference.trim().length < SHORTEST;
	const least = isShort ? `; the start of an id has at least ${SHORTEST} characters` : '';
	const what = why ?? `no session of this project is ${named(reference)}${least}`;
	const hint = near === '' ? 'req session list --all' : `${near}\nreq session list --all`;
	return new Fault('unknown_session', what, { hint });
}
