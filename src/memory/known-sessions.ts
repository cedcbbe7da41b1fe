import type { Context } from '../context.ts';
import type { Place } from '../git/place.ts';
import { isUuid, parseSessionId, type Session } from '../host/session-id.ts';
import { everySession } from '../journal/files.ts';
import { readRegistry } from '../state/registry.ts';
import { entriesAt } from '../state/registry-kind.ts';
import { Fault } from '../store/fault.ts';
import { named } from '../text/one-line.ts';
import { compareTexts } from '../text/strings.ts';
import { nearSessions } from './near-sessions.ts';
import type { SessionRecord } from './record.ts';
import { allSessions, isUnreadable, readSession } from './sessions.ts';

/** Fewer characters name too much (D5). */
const SHORTEST = 4;
const WHOLE_KEY = /^[0-9a-f]{8}$/;

/** A session that the registry, a journal or a record of this project names. */
interface KnownSession {
	readonly session: Session;
	readonly name: string | undefined;
	/** ISO time at which it did something last. */
	readonly at: string;
	readonly isNested: boolean;
}

/** Every session of this project, of any age, the one that did something last first (D14). */
export function knownSessions(place: Place, context: Context): KnownSession[] {
	const records = new Map(allSessions(place, context).map((one) => [one.uuid, one]));
	const registered = entriesAt(readRegistry(context), place);
	const times = new Map(registered.map(([, { uuid, last_activity }]) => [uuid, last_activity]));
	for (const { uuid, written } of everySession(place))
		times.set(uuid, records.get(uuid)?.last_activity ?? new Date(written).toISOString());
	const known = [...times].flatMap(([uuid, at]) => {
		const session = parseSessionId(uuid);
		const { name, channel } = records.get(uuid) ?? {};
		return session === undefined ? [] : [{ session, name, at, isNested: channel === 'nested' }];
	});
	return known.sort((one, other) => compareTexts(other.at, one.at));
}

/** Whether the registry, a journal or a record of this project names a session. */
export function isKnown({ uuid }: Session, place: Place, context: Context): boolean {
	const registered = entriesAt(readRegistry(context), place);
	const isOf = (one: { readonly uuid: string }) => one.uuid === uuid;
	return registered.some(([, entry]) => isOf(entry)) || everySession(place).some(isOf);
}

/**
 * The sessions that a reference can mean: a name, a key, an id with or without dashes, or at least 4 characters of the
 * beginning of an id (D5). A full id or key is taken as it is: a gate can be satisfied for a session that no hook has seen.
 */
function sessionsMeant(reference: string, place: Place, context: Context): Session[] {
	const wanted = reference.trim().toLowerCase();
	const isWhole = WHOLE_KEY.test(wanted) || isUuid(wanted);
	const given = isWhole ? parseSessionId(wanted) : undefined;
	if (given !== undefined && isUuid(wanted)) return [given];
	const known = knownSessions(place, context);
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
export function sessionNamed(reference: string, place: Place, context: Context): Session {
	const found = sessionsMeant(reference, place, context);
	const [only] = found;
	if (only === undefined) throw noSession(reference, place, context);
	if (found.length === 1) return only;
	const ids = found.map(({ uuid }) => `  ${uuid}`);
	const hint = ['name one of them with more characters:', ...ids].join('\n');
	const what = `${named(reference)} means ${found.length} sessions`;
	throw new Fault('unknown_session', what, { hint });
}

/** The record of a session. @throws Fault `unknown_session` or `state_unreadable` */
export function recordOrFault(session: Session, place: Place, context: Context): SessionRecord {
	const record = readSession(place, session, context);
	if (record !== undefined) return record;
	const who = `session ${named(session.key)}`;
	if (!isUnreadable(place, session)) {
		throw noSession(session.uuid, place, context, `nothing is recorded of ${who}`);
	}
	const what = `the record of ${who} cannot be read: it is not JSON`;
	throw new Fault('state_unreadable', what, { hint: 'req doctor' });
}

/** Why a reference means no session; the hint names those that may have been meant. */
function noSession(reference: string, place: Place, context: Context, why?: string): Fault {
	const sessions = knownSessions(place, context).filter(({ isNested }) => !isNested);
	const nameable = sessions.map(({ session: { key, uuid }, name }) => ({ key, uuid, name }));
	const near = nearSessions(reference, nameable);
	const isShort = reference.trim().length < SHORTEST;
	const least = isShort ? `; the start of an id has at least ${SHORTEST} characters` : '';
	const what = why ?? `no session of this project is ${named(reference)}${least}`;
	const hint = near === '' ? 'req session list --all' : `${near}\nreq session list --all`;
	return new Fault('unknown_session', what, { hint });
}
