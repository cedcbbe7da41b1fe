import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Continuity } from '../config/settings.ts';
import type { Context } from '../context.ts';
import type { Place } from '../git/place.ts';
import { environmentOf } from '../host/environment.ts';
import type { Session } from '../host/session-id.ts';
import { everySession, journalPath, recordPath, sessionsDir, storedSessions } from '../journal/files.ts';
import { readJournal } from '../journal/journal.ts';
import { moveToQuarantine, writeAtomic, writeCache } from '../store/atomic-write.ts';
import { isOfFuture } from '../store/clock.ts';
import { ifThere, unlessUnwritable } from '../store/errors.ts';
import { makeDirectory } from '../store/paths.ts';
import { parseJson, statOf, textOrNothing } from '../store/read-file.ts';
import { compareTexts } from '../text/strings.ts';
import { makeRecord, recordText, statusOf, withNotes } from './make-record.ts';
import { readNotes } from './notes.ts';
import { asOfBranch, expiresAt, NEVER, RECORD_VERSION, recordIn, type SessionRecord } from './record.ts';

/** Bytes. A stored record has 50 kB at most; req writes no larger one. */
const MAX_RECORD = 1024 * 1024;

interface FoundRecord {
	readonly record: SessionRecord;
	readonly stored: SessionRecord | undefined;
	readonly isStored: boolean;
}

/**
 * The record of a session as its journal and its notes are now; nothing is written. What is stored is used if the journal
 * has not grown since, and if a newer build wrote it.
 *
 * @returns `stored`: what its file holds; `isStored`: as the journal is now; `undefined` if nothing says that the session
 * started
 */
export function lookUp(place: Place, session: Session, context: Context): FoundRecord | undefined {
	if (place.link !== undefined) return undefined;
	const { uuid } = session;
	const isArchived = [journalPath, recordPath].every((path) => statOf(path(place, uuid)) === undefined);
	const stored = storedRecord(place, session, isArchived);
	const journalBytes = statOf(journalPath(place, uuid, isArchived))?.size ?? 0;
	const notes = readNotes(place);
	const isCurrent = journalBytes === 0 || stored?.journal_bytes === journalBytes;
	if (stored !== undefined && (isCurrent || stored.schema_version > RECORD_VERSION)) {
		return { record: withNotes(stored, notes), stored, isStored: true };
	}
	const record = makeRecord(readJournal(place, uuid, isArchived), session, {
		user: environmentOf(context).user,
		root: place.root,
		notes,
		journalBytes,
		stored,
		now: context.now(),
	});
	return record && { record, stored, isStored: false };
}

function storedRecord(place: Place, session: Session, isArchived: boolean): SessionRecord | undefined {
	const text = textOrNothing(recordPath(place, session.uuid, isArchived), MAX_RECORD);
	const record = recordIn(parseJson(text), session);
	// The file of a record that came back from the archive still says `archived`.
	return record && { ...record, status: isArchived ? 'archived' : statusOf(record) };
}

/** The record of a session; `undefined` if nothing says that it started. */
export function readSession(place: Place, session: Session | undefined, context: Context): SessionRecord | undefined {
	return session && lookUp(place, session, context)?.record;
}

/** Sessions that a start reads at most, the newest: of more the older ones have hardly any weight left. */
export const MOST_RECENT = 60;

/** The sessions written last that are not archived, as the branch knows them, the latest activity first. */
export function recentSessions(place: Place, context: Context): SessionRecord[] {
	const records = recordsOf(place, storedSessions(place).slice(0, MOST_RECENT), context);
	return records.map((record) => asOfBranch(record, place)).sort(byActivity);
}

/** All records, at any age, the archive included, the latest activity first. */
export function allSessions(place: Place, context: Context): SessionRecord[] {
	return recordsOf(place, everySession(place), context);
}

function recordsOf(place: Place, sessions: readonly Session[], context: Context): SessionRecord[] {
	return sessions.flatMap((one) => readSession(place, one, context) ?? []).sort(byActivity);
}

/** Sorts records: the latest activity first. */
export function byActivity(one: SessionRecord, other: SessionRecord): number {
	return compareTexts(other.last_activity, one.last_activity);
}

/**
 * Makes the record of a session and stores it, if there is anything new. No lock: it is a cache, and of two writers
 * both have the same journal. One that a newer build wrote stays; one that cannot be read goes to quarantine.
 *
 * @param mirror whether a copy is written at `<claude config dir>/requirements/sessions/<id>.json`
 * @throws the system's error if the disk takes no write
 */
export function storeRecord(
	place: Place,
	session: Session,
	{ mirror }: Pick<Continuity, 'mirror'>,
	context: Context,
): SessionRecord | undefined {
	reviveSession(place, session, context);
	const record = lookUp(place, session, context)?.record;
	if (record === undefined || record.schema_version > RECORD_VERSION) return record;
	context.writing.begin();
	setAsideIfUnreadable(place, session, context);
	const path = recordPath(place, session.uuid);
	const text = recordText(record);
	if (textOrNothing(path, MAX_RECORD) !== text) writeCache(path, text);
	if (mirror) {
		const copy = join(context.configDir, 'requirements', 'sessions', `${session.uuid}.json`);
		unlessUnwritable(() => writeCache(copy, text));
	}
	return record;
}

/** Whether a session has a record in its place that is none: no JSON, or no object. */
export function isUnreadable(place: Place, session: Session): boolean {
	const path = recordPath(place, session.uuid);
	const text = textOrNothing(path, MAX_RECORD);
	// An empty one is what a power cut leaves of a cache.
	const isEmpty = text === '' && (statOf(path)?.size ?? 0) === 0;
	return !isEmpty && recordIn(parseJson(text), session) === undefined;
}

/** Moves a record that cannot be read to quarantine (D7). @returns where it is now; `undefined`: nothing was moved */
export function setAsideIfUnreadable(place: Place, session: Session, context: Context): string | undefined {
	if (!isUnreadable(place, session)) return undefined;
	const path = recordPath(place, session.uuid);
	context.writing.begin();
	return ifThere(() => moveToQuarantine(path, join(place.stateDir, 'quarantine'), context.now()));
}

/** Whether a session is over and its time has passed (D14). A record that names no time has expired. */
export function hasExpired(record: SessionRecord, continuity: Pick<Continuity, 'lookbackDays'>, now: number): boolean {
	const { last_activity: last } = record;
	if (last === NEVER) return true;
	if (record.ended_at === null) return false;
	return isOfFuture(last, now) || Date.parse(expiresAt(record, continuity)) < now;
}

/**
 * Moves a session to the archive, where its record says so. The journal first: if its session has come back and
 * writes to it meanwhile, both stay where they are.
 */
export function archiveSession(place: Place, record: SessionRecord, context: Context): void {
	context.writing.begin();
	const { uuid, journal_bytes: bytes } = record;
	const [live, archived] = [journalPath(place, uuid), journalPath(place, uuid, true)];
	makeDirectory(sessionsDir(place, true));
	const isMoved = ifThere(() => {
		renameSync(live, archived);
		return true;
	});
	if (isMoved === true && statOf(archived)?.size !== bytes) {
		if (statOf(live) === undefined) renameSync(archived, live);
		return;
	}
	const at = new Date(context.now()).toISOString();
	const text = recordText({ ...record, status: 'archived', archived_at: at });
	writeAtomic(recordPath(place, uuid, true), text);
	rmSync(recordPath(place, uuid), { force: true });
}

/** Brings a session back from the archive, before anything is written to its journal. */
export function reviveSession(place: Place, { uuid }: Session, context: Context): void {
	if (place.link !== undefined) return;
	for (const path of [journalPath, recordPath]) {
		const [live, archived] = [path(place, uuid), path(place, uuid, true)];
		if (statOf(live) !== undefined || statOf(archived) === undefined) continue;
		context.writing.begin();
		unlessUnwritable(() => ifThere(() => renameSync(archived, live)));
	}
}
