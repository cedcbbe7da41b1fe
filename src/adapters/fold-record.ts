import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Folded, Folding } from '../app/record-ports.ts';
import type { Place } from '../core/place/place.ts';
import type { Session } from '../core/session/session-id.ts';
import type { SessionRecord } from '../core/session-record/schema.ts';
import { recordText } from '../core/session-record/within-size.ts';
import { removeTemporaries, writeAtomic, writeDerived } from './atomic-write.ts';
import type { LockWorld } from './lock-owner.ts';
import { makeDirectory } from './make-directory.ts';
import { moveToQuarantine } from './quarantine.ts';
import { foldedInMemory, isBehindJournal, storedIn } from './record-in-memory.ts';
import { locateRecord, type RecordLocation } from './record-location.ts';
import { isUnwritable } from './unwritable.ts';
import { refuseUnwritable } from './update-document.ts';

/** What the records of all sessions share. */
export interface RecordWorld extends LockWorld {
	readonly configDir: string;
	/** Whose sessions these are, where a start line does not say. */
	readonly user: string;
	/** How long a fold may wait for a record's lock, in milliseconds (D8). */
	readonly waitMs: number;
	readonly now: () => number;
}

interface FoldRequest extends Folding {
	readonly place: Place;
	readonly session: Session;
}

/**
 * Folds the rest of a journal into its record, under the record's lock. Nothing waits beside the record as
 * pending changes do (D8): the lines stay in the journal until a fold had the lock.
 */
export async function foldRecord(request: FoldRequest, world: RecordWorld): Promise<Folded> {
	const at = locateRecord(request.place, request.session);
	if (at.loaded.kind === 'newer') return newer(at.loaded);
	if (at.loaded.kind !== 'corrupt' && !isBehindJournal(at)) return unchanged(storedIn(at));
	try {
		const stored = await underLock(request, world, at.live);
		if (stored !== undefined) return stored;
	} catch (error) {
		if (!isUnwritable(error)) throw error;
		return unstored(request, world, (doc) => refuseUnwritable(error, () => doc));
	}
	return unstored(request, world, (doc) => ({ kind: 'pending', doc }));
}

/** The answer for a record that could not be stored: what it would be by now. */
async function unstored(
	request: FoldRequest,
	world: RecordWorld,
	answer: (doc: SessionRecord) => Folded,
): Promise<Folded> {
	const at = locateRecord(request.place, request.session);
	const { doc } = await foldedInMemory(at, { ...request, ...world });
	return doc === undefined ? { kind: 'absent' } : answer(doc);
}

/** `undefined`: the lock was not to be had, or was lost before anything was stored. */
async function underLock(
	request: FoldRequest,
	world: RecordWorld,
	path: string,
): Promise<Folded | undefined> {
	const { withLock } = await import('./lock.ts');
	const { waitMs, hostname, processes } = world;
	const onBroken = (pid: number) => removeTemporaries(path, pid);
	makeDirectory(dirname(path));
	const locked = await withLock({ path, waitMs, hostname, processes, onBroken }, (holdsLock) =>
		store(request, world, holdsLock),
	);
	return locked.kind === 'held' ? locked.value : undefined;
}

/** Looks anew, now that nobody else folds. `undefined`: the lock was lost before anything was stored. */
async function store(
	request: FoldRequest,
	world: RecordWorld,
	holdsLock: () => boolean,
): Promise<Folded | undefined> {
	const at = locateRecord(request.place, request.session);
	const { loaded } = at;
	if (loaded.kind === 'newer') return newer(loaded);
	const { before, doc, lines, isBehind } = await foldedInMemory(at, { ...request, ...world });
	const moved =
		loaded.kind === 'corrupt' ? { quarantined: setAside(at, request.place, world) } : {};
	if (doc === undefined || !isBehind) return { ...unchanged(doc), ...moved };
	await request.passOn({ before, doc, lines });
	if (!put(doc, { at, world, mirrors: request.settings.mirror }, holdsLock)) return undefined;
	return { kind: 'written', doc, ...moved };
}

/**
 * A record that has come back leaves the archive after it is at its place again. Others do not wait for the disk: the
 * journal, which does not wait either, has all that is in them, and one that was lost is folded anew (D7, D9).
 */
function put(
	doc: SessionRecord,
	{ at, world, mirrors }: { at: RecordLocation; world: RecordWorld; mirrors: boolean },
	holdsLock: () => boolean,
): boolean {
	const isArchived = doc.status === 'archived';
	const text = recordText(doc);
	const write = isInJournal(doc) ? writeDerived : writeAtomic;
	if (!write(isArchived ? at.archived : at.live, text, holdsLock)) return false;
	if (!isArchived && at.isArchived) rmSync(at.archived, { force: true });
	if (mirrors) mirror(doc, text, world);
	return true;
}

/** Of a session that came back the archive has the earlier lines, and after a month nobody has. */
function isInJournal({ journal_begun: begun, started_at: started }: SessionRecord): boolean {
	return begun !== undefined && begun <= started;
}

function unchanged(doc: SessionRecord | undefined): Folded {
	return doc === undefined ? { kind: 'absent' } : { kind: 'unchanged', doc };
}

function newer({ version }: { readonly version: number }): Folded {
	return { kind: 'newer', version };
}

/** Only the owner of the record's lock may call this. */
function setAside(at: RecordLocation, { stateDir }: Place, { now }: RecordWorld): string {
	const path = at.isArchived ? at.archived : at.live;
	return moveToQuarantine(path, join(stateDir, 'quarantine'), now());
}

/**
 * A copy at the user's own place, on request (S2-012). The record is stored by now: where a copy cannot be written
 * there is none.
 */
function mirror(doc: SessionRecord, text: string, { configDir }: RecordWorld): void {
	const dir = join(configDir, 'requirements', 'sessions');
	try {
		makeDirectory(dir);
		writeDerived(join(dir, `${doc.uuid}.json`), text, () => true);
	} catch (error) {
		if (!isUnwritable(error)) throw error;
	}
}
