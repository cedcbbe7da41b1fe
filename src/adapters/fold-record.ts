import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Folded, Folding } from '../app/record-ports.ts';
import type { Place } from '../core/place/place.ts';
import type { Session } from '../core/session/session-id.ts';
import type { SessionRecord } from '../core/session-record/schema.ts';
import { recordText } from '../core/session-record/within-size.ts';
import { removeTemporaries, writeAtomic, writeDerived } from './atomic-write.ts';
import type { LockWorld } from './lock-owner.ts';
import { moveToQuarantine } from './quarantine.ts';
import { foldedInMemory, type InMemory } from './record-in-memory.ts';
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
	const first = await look(request, world);
	if (first.at.loaded.kind === 'newer') return newer(first);
	if (!first.isBehind && first.at.loaded.kind !== 'corrupt') return unchanged(first);
	try {
		return await underLock(request, world, first);
	} catch (error) {
		if (first.doc === undefined) return { kind: 'absent' };
		const { doc } = first;
		return refuseUnwritable(error, () => doc);
	}
}

type Look = InMemory & { readonly at: RecordLocation };

async function look(request: FoldRequest, world: RecordWorld): Promise<Look> {
	const at = locateRecord(request.place, request.session);
	return { at, ...(await foldedInMemory(at, { ...request, ...world })) };
}

async function underLock(request: FoldRequest, world: RecordWorld, first: Look): Promise<Folded> {
	const path = first.at.live;
	const { withLock } = await import('./lock.ts');
	const { waitMs, hostname, processes } = world;
	const onBroken = (pid: number) => removeTemporaries(path, pid);
	mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
	const locked = await withLock({ path, waitMs, hostname, processes, onBroken }, (holdsLock) =>
		store(request, world, holdsLock),
	);
	if (locked.kind === 'held' && locked.value !== undefined) return locked.value;
	return first.doc === undefined ? { kind: 'absent' } : { kind: 'pending', doc: first.doc };
}

/** Looks anew, now that nobody else folds. `undefined`: the lock was lost before anything was stored. */
async function store(
	request: FoldRequest,
	world: RecordWorld,
	holdsLock: () => boolean,
): Promise<Folded | undefined> {
	const found = await look(request, world);
	if (found.at.loaded.kind === 'newer') return newer(found);
	const moved =
		found.at.loaded.kind === 'corrupt'
			? { quarantined: setAside(found.at, request.place, world) }
			: {};
	if (found.doc === undefined || !found.isBehind) return { ...unchanged(found), ...moved };
	const { before, doc, lines, at } = found;
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

function unchanged({ doc }: InMemory): Folded {
	return doc === undefined ? { kind: 'absent' } : { kind: 'unchanged', doc };
}

function newer({ at }: Look): Folded {
	const version = at.loaded.kind === 'newer' ? at.loaded.version : 0;
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
		mkdirSync(dir, { recursive: true, mode: 0o700 });
		writeDerived(join(dir, `${doc.uuid}.json`), text, () => true);
	} catch (error) {
		if (!isUnwritable(error)) throw error;
	}
}
