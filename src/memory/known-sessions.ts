import { closestWords } from '../config/closest-word.ts';
import type { Context } from '../context.ts';
import type { Place } from '../git/place.ts';
import { isUuid, parseSessionId, type Session } from '../host/session-id.ts';
import { everySession } from '../journal/files.ts';
import { Fault } from '../store/fault.ts';
import { named } from '../text/one-line.ts';
import { compareTexts } from '../text/strings.ts';
import type { SessionRecord } from './record.ts';
import { allSessions, isUnreadable, readSession } from './sessions.ts';

/** A session of which this project has a journal or a record. */
interface KnownSession extends Session {
	readonly name: string | undefined;
	/** ISO time at which it did something last. */
	readonly at: string;
	readonly isNested: boolean;
}

/** Every session of this project, of any age, the one that did something last first (D14). */
export function knownSessions(place: Place, context: Context): KnownSession[] {
	const records = new Map(allSessions(place, context).map((one) => [one.uuid, one]));
	const known = everySession(place).map((session) => {
		const { name, channel, last_activity } = records.get(session.uuid) ?? {};
		const at = last_activity ?? new Date(session.written).toISOString();
		return { ...session, name, at, isNested: channel === 'nested' };
	});
	return known.sort((one, other) => compareTexts(other.at, one.at));
}

/** Fewer characters name too much (D5). */
const SHORTEST = 4;
const KEY = /^[0-9a-f]{8}$/;

/**
 * The session that a reference means: a name, a key, an id with or without dashes, or at least 4 characters of the
 * beginning of an id (D5). A full id or key is taken as it is: a gate can be satisfied for a session that no hook has seen.
 *
 * @throws Fault `unknown_session`, with what may be meant
 */
export function sessionNamed(reference: string, place: Place, context: Context): Session {
	const wanted = reference.trim().toLowerCase();
	const given = isUuid(wanted) || KEY.test(wanted) ? parseSessionId(wanted) : undefined;
	if (given !== undefined && isUuid(wanted)) return given;
	const known = knownSessions(place, context);
	const exact = known.filter(({ name, uuid, key, longKey }) => {
		return name === reference.trim() || [uuid, key, longKey].some((id) => id === wanted);
	});
	const start = withoutDashes(wanted);
	const begun = known.filter(({ uuid }) => withoutDashes(uuid).startsWith(start));
	const meant = exact.length > 0 || start.length < SHORTEST ? exact : begun;
	const [only = given] = meant;
	if (only === undefined) throw noSession(reference, place, context);
	if (meant.length <= 1) return only;
	const ids = meant.map(({ uuid }) => `  ${uuid}`);
	const hint = ['name one of them with more characters:', ...ids].join('\n');
	const what = `${named(reference)} means ${meant.length} sessions`;
	throw new Fault('unknown_session', what, { hint });
}

function withoutDashes(id: string): string {
	return id.replaceAll('-', '');
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
	const isShort = reference.trim().length < SHORTEST;
	const least = isShort ? `; the start of an id has at least ${SHORTEST} characters` : '';
	const what = why ?? `no session of this project is ${named(reference)}${least}`;
	const hint = [nearSessions(reference, sessions), 'req session list --all'].join('\n').trim();
	return new Fault('unknown_session', what, { hint });
}

const MOST_NEAR = 10;
/** A shorter beginning is like too much. */
const SHORTEST_LIKE = 2;

/**
 * The sessions that a wrong reference may mean, by name or key, at most ten: `near: auth-v1, 1a2b3c4d`. First those that
 * begin as it does, or it as they do, then those that differ in a third of the letters at most. If none is like it, the
 * newest: `newest: auth-v1`.
 *
 * @param sessions newest first
 * @returns empty if there is none
 */
export function nearSessions(
	reference: string,
	sessions: readonly Pick<SessionRecord, 'key' | 'uuid' | 'name'>[],
): string {
	const wanted = reference.trim().toLowerCase();
	const words = sessions.flatMap((session) => {
		const { name = [], key, uuid } = session;
		return [key, uuid].concat(name).map((word) => ({ word: word.toLowerCase(), session }));
	});
	const alike = words.filter(({ word }) => {
		const isLong = Math.min(word.length, wanted.length) >= SHORTEST_LIKE;
		return isLong && (word.startsWith(wanted) || wanted.startsWith(word));
	});
	const known = words.map(({ word }) => word);
	const close = closestWords(wanted, known).map((word) => words[known.indexOf(word)] ?? []);
	const near = [...alike, ...close.flat()].map(({ session }) => session);
	const shown = (near.length > 0 ? near : sessions).map(({ name, key }) => named(name ?? key));
	const names = [...new Set(shown)].slice(0, MOST_NEAR);
	if (names.length === 0) return '';
	return `${near.length > 0 ? 'near' : 'newest'}: ${names.join(', ')}`;
}
