import { linesOfAll } from '../core/journal/line.ts';
import { type Nameable, type NearSessions, nearSessions } from '../core/session/near-sessions.ts';
import { isUuid, parseSessionId, type Session } from '../core/session/session-id.ts';
import { named } from '../core/text/one-line.ts';
import type { Place } from '../git/place.ts';
import { readRegistry } from '../state/registry.ts';
import { commonDirOf, entriesOf } from '../state/registry-kind.ts';
import { everyRecord } from './continuity/records.ts';
import type { Ports } from './ports.ts';
import { readState } from './stored-state.ts';

/** Fewer characters name too much (D5). */
export const SHORTEST_SESSION = 4;
const WHOLE_KEY = /^[0-9a-f]{8}$/;
/** Journals are filed under this much of an id. */
const KEY_LENGTH = 8;

/**
 * The sessions of this project that a reference can mean, at any age: a name, a key, an id with or
 * without dashes, a prefix of at least 4 characters (D5, D14). A full id or key needs no
 * record of its session.
 */
export async function sessionsNamed(
	reference: string,
	place: Place,
	ports: Ports,
): Promise<readonly Session[]> {
	const wanted = reference.trim().toLowerCase();
	const whole = isUuid(wanted) ? parseSessionId(wanted, ports.sha256) : undefined;
	if (whole !== undefined) return [whole];
	const records = await ports.records.all(place);
	const bearers = records.filter(({ name }) => name === reference.trim()).map(({ uuid }) => uuid);
	if (wanted.length < SHORTEST_SESSION) return distinct(bearers, ports);
	const known = [...(await knownIds(wanted, place, ports)), ...records.map(({ uuid }) => uuid)];
	const fitting = distinct(known, ports).filter((session) => isMeant(session, wanted));
	if (bearers.length > 0) {
		const others = fitting.filter(({ uuid, key }) => uuid === wanted || key === wanted);
		return distinct([...bearers, ...others.map(({ uuid }) => uuid)], ports);
	}
	const sameId = fitting.filter(({ uuid }) => uuid === wanted);
	if (sameId.length > 0) return sameId;
	const unheard = WHOLE_KEY.test(wanted) ? [wanted] : [];
	return fitting.length > 0 ? fitting : distinct(unheard, ports);
}

/** Whether anything in this project tells of a session. */
export async function isKnown(session: Session, place: Place, ports: Ports): Promise<boolean> {
	const { uuid, key } = session;
	const isFound = (await knownIds(key, place, ports)).some(
		(id) => id === uuid || id === key || (uuid === key && id.startsWith(key)),
	);
	return isFound || (await ports.records.read(place, session)).kind === 'present';
}

/** Ids, else keys, in the registry, in the state of the branch, and in journals that are filed under these characters. */
async function knownIds(wanted: string, place: Place, ports: Ports): Promise<string[]> {
	const { state } = await readState(place, ports);
	// An entry without a full id is known by its key only (D6).
	const stored = Object.values(state?.requirements ?? {}).flatMap(({ sessions }) =>
		Object.entries(sessions).map(([key, { uuid }]) => uuid ?? key),
	);
	const start = wanted.slice(0, KEY_LENGTH);
	const keys = (await ports.journal.recent(place, 0)).filter((key) => key.startsWith(start));
	const found = new Set<string>();
	for (const key of keys) {
		for (const { s } of linesOfAll(await ports.journal.read(place, key))) found.add(s);
	}
	return [...registeredAt(place, ports).map(({ uuid }) => uuid), ...stored, ...found];
}

function isMeant({ key, longKey, uuid }: Session, wanted: string): boolean {
	const digits = wanted.replaceAll('-', '');
	return (
		uuid.startsWith(wanted) ||
		(isUuid(uuid) && uuid.replaceAll('-', '').startsWith(digits)) ||
		[key, longKey].some((filed) => filed === wanted)
	);
}

/** Each session once; one known by its key only is the one whose id begins with it. */
function distinct(ids: readonly string[], ports: Ports): Session[] {
	const sessions = ids.flatMap((id) => parseSessionId(id, ports.sha256) ?? []);
	const byId = [...new Map(sessions.map((session) => [session.uuid, session])).values()];
	const isKey = ({ uuid, key }: Session) => uuid === key;
	const named = new Set(byId.filter((session) => !isKey(session)).map(({ key }) => key));
	return byId.filter((session) => !isKey(session) || !named.has(session.key));
}

/** What somebody may have meant by a reference that means no session of this project. Any age, archived too. */
export async function sessionsNear(
	reference: string,
	place: Place,
	ports: Ports,
): Promise<NearSessions> {
	const records = await everyRecord(place, ports);
	const recorded = records
		.filter(({ channel }) => channel !== 'nested')
		.map(({ key, uuid, name, last_activity: at }) => ({ key, uuid, name, at }));
	const known = new Set(records.map(({ uuid }) => uuid));
	const registered = registeredAt(place, ports);
	const others = registered.filter(({ uuid }) => !known.has(uuid));
	return nearSessions(reference, [...recorded, ...others]);
}

function registeredAt(place: Place, ports: Ports): Nameable[] {
	return entriesOf(readRegistry(ports.context))
		.filter(([, entry]) => entry.common_dir === commonDirOf(place))
		.map(([key, { uuid, last_activity: at }]) => ({ key, uuid, name: undefined, at }));
}

/** The same in one line: `near: auth-v1, auth-v2`; empty where no session is known. */
export function nearText({ isNear, names }: NearSessions): string {
	if (names.length === 0) return '';
	return `${isNear ? 'near' : 'newest'}: ${names.map(named).join(', ')}`;
}

/** The same as lines of a hint, with the command that lists them all. */
export function nearHint({ isNear, names }: NearSessions): string {
	const title = isNear ? 'near it:' : 'the newest are:';
	const lines = names.length === 0 ? [] : [title, ...names.map((name) => `  ${named(name)}`)];
	return [...lines, 'req session list --all'].join('\n');
}

const MOST = 5;

/** The sessions seen last in this project, by their journals and by this branch's state, newest first. */
export async function recentSessions(
	place: Place,
	ports: Ports,
): Promise<readonly Pick<Nameable, 'key' | 'at'>[]> {
	const latest = new Map<string, string>();
	const seen = (id: string, at = '') => {
		const key = parseSessionId(id, ports.sha256)?.key ?? id;
		if (at > (latest.get(key) ?? '')) latest.set(key, at);
	};
	for (const key of (await ports.journal.recent(place, 0)).slice(0, MOST))
		for (const { s, at } of linesOfAll(await ports.journal.read(place, key))) seen(s, at);
	const { state } = await readState(place, ports);
	const entries = Object.values(state?.requirements ?? {}).flatMap(({ sessions }) =>
		Object.entries(sessions),
	);
	for (const [key, { uuid, satisfied_at, triggered_at }] of entries)
		for (const at of [satisfied_at, triggered_at]) seen(uuid ?? key, at);
	const sessions = [...latest].map(([key, at]) => ({ key, at }));
	return sessions.sort((one, other) => (one.at < other.at ? 1 : -1)).slice(0, MOST);
}
