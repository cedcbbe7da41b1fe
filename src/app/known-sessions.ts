import { type Nameable, type NearSessions, nearSessions } from '../core/session/near-sessions.ts';
import { isUuid, parseSessionId, type Session } from '../core/session/session-id.ts';
import { compareTexts } from '../core/text/strings.ts';
import { readState } from '../events/stored-state.ts';
import type { Place } from '../git/place.ts';
import { storedSessions } from '../journal/files.ts';
import { allSessions, everySession, readSession } from '../memory/sessions.ts';
import { readRegistry } from '../state/registry.ts';
import { entriesAt } from '../state/registry-kind.ts';
import type { Ports } from './ports.ts';

/** Fewer characters name too much (D5). */
export const SHORTEST_SESSION = 4;
const WHOLE_KEY = /^[0-9a-f]{8}$/;

/**
 * The sessions of this project that a reference can mean, at any age: a name, a key, an id with or without dashes, a
 * prefix of at least 4 characters (D5, D14). A full id or key needs no record of its session.
 */
export async function sessionsNamed(
	reference: string,
	place: Place,
	ports: Ports,
): Promise<readonly Session[]> {
	const wanted = reference.trim().toLowerCase();
	const whole = isUuid(wanted) ? parseSessionId(wanted, ports.sha256) : undefined;
	if (whole !== undefined) return [whole];
	const records = allSessions(place, ports);
	const bearers = records.filter(({ name }) => name === reference.trim()).map(({ uuid }) => uuid);
	if (wanted.length < SHORTEST_SESSION) return distinct(bearers, ports);
	const stored = everySession(place).map(({ id }) => id);
	const seen = await sessionsInState(place, ports);
	const known = [...seen.map(({ id }) => id), ...stored];
	const fitting = distinct(known, ports).filter((session) => isMeant(session, wanted));
	if (bearers.length > 0) {
		const others = fitting.filter(({ uuid, key }) => uuid === wanted || key === wanted);
		return distinct([...bearers, ...others.map(({ uuid }) => uuid)], ports);
	}
	const sameId = fitting.filter(({ uuid }) => uuid === wanted);
	if (sameId.length > 0) return sameId;
	if (fitting.length > 0) return fitting;
	return distinct(WHOLE_KEY.test(wanted) ? [wanted] : [], ports);
}

function isMeant({ key, longKey, uuid }: Session, wanted: string): boolean {
	const digits = wanted.replaceAll('-', '');
	const isDigits = isUuid(uuid) && uuid.replaceAll('-', '').startsWith(digits);
	return uuid.startsWith(wanted) || isDigits || key === wanted || longKey === wanted;
}

/** Each session once; one known by its key only is the one whose id begins with it. */
function distinct(ids: readonly string[], ports: Ports): Session[] {
	const sessions = ids.flatMap((id) => parseSessionId(id, ports.sha256) ?? []);
	const byId = [...new Map(sessions.map((session) => [session.uuid, session])).values()];
	const isKey = ({ uuid, key }: Session) => uuid === key;
	const named = new Set(byId.filter((session) => !isKey(session)).map(({ key }) => key));
	return byId.filter((session) => !isKey(session) || !named.has(session.key));
}

/** Whether the registry, the branch's state, a journal or a record of this project names a session. */
export async function isKnown(session: Session, place: Place, ports: Ports): Promise<boolean> {
	const { uuid, key } = session;
	const seen = await sessionsInState(place, ports);
	const isSeen = seen.some(
		({ id }) => id === uuid || id === key || (uuid === key && id.startsWith(key)),
	);
	return isSeen || everySession(place).some(({ id }) => id === uuid);
}

/** A full id, else a key, and an ISO time at which its session did something; empty if none is known. */
interface Seen {
	readonly id: string;
	readonly at: string;
}

/** What the registry and the state of the branch name. */
async function sessionsInState(place: Place, ports: Ports): Promise<Seen[]> {
	const seen: Seen[] = [];
	for (const [, { uuid, last_activity: at }] of entriesAt(readRegistry(ports.context), place))
		seen.push({ id: uuid, at });
	const { state } = await readState(place, ports);
	for (const { sessions } of Object.values(state?.requirements ?? {}))
		for (const [key, { uuid, satisfied_at, triggered_at }] of Object.entries(sessions))
			for (const at of [satisfied_at, triggered_at]) seen.push({ id: uuid ?? key, at: at ?? '' });
	return seen;
}

const MOST = 5;

/** The sessions seen last in this project, by the newest journals and this branch's state, newest first. */
export async function lastSessions(
	place: Place,
	ports: Ports,
): Promise<readonly Pick<Nameable, 'key' | 'at'>[]> {
	const stored = storedSessions(place)
		.slice(0, MOST)
		.flatMap(({ id }) => readSession(place, parseSessionId(id, ports.sha256), ports) ?? [])
		.map(({ uuid, last_activity }) => ({ id: uuid, at: last_activity }));
	const seen = [...stored, ...(await sessionsInState(place, ports))].filter(({ at }) => at !== '');
	const oldestFirst = seen.sort((one, other) => compareTexts(one.at, other.at));
	const latest = new Map<string, string>();
	for (const { id, at } of oldestFirst) latest.set(parseSessionId(id, ports.sha256)?.key ?? id, at);
	const sessions = [...latest].map(([key, at]) => ({ key, at }));
	return sessions.sort((one, other) => compareTexts(other.at, one.at)).slice(0, MOST);
}

/** What a reference that means no session of this project may have meant. Any age, archived too. */
export async function sessionsNear(
	reference: string,
	place: Place,
	ports: Ports,
): Promise<NearSessions> {
	const records = allSessions(place, ports);
	const recorded = records
		.filter(({ channel }) => channel !== 'nested')
		.map(({ key, uuid, name, last_activity: at }) => ({ key, uuid, name, at }));
	const known = new Set(records.map(({ uuid }) => uuid));
	const others = entriesAt(readRegistry(ports.context), place)
		.filter(([, { uuid }]) => !known.has(uuid))
		.map(([key, { uuid, last_activity: at }]) => ({ key, uuid, name: undefined, at }));
	return nearSessions(reference, [...recorded, ...others]);
}
