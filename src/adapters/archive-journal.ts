import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Place } from '../core/place/place.ts';
import type { SessionRecord } from '../core/session-record/schema.ts';
import { writeAtomic } from './atomic-write.ts';
import { journalSessions } from './journal-sessions.ts';
import { archiveDir, journalOf } from './record-location.ts';
import { filesIn, pathOf, readRecord } from './record-rows.ts';

/**
 * Whether the journal of a record has lines of another session with its short key that is not archived (D5): it
 * goes with the last of them.
 */
export function isJournalShared(place: Place, { key, uuid }: SessionRecord): boolean {
	const journal = journalOf(place, key);
	if (!existsSync(journal)) return false;
	const others = journalSessions(journal).filter((id) => id !== uuid);
	return others.length > 0 && !isSubset(others, archivedBeside(place, key));
}

function isSubset(ids: readonly string[], all: ReadonlySet<string>): boolean {
	return ids.every((id) => all.has(id));
}

/** Ids of the archived sessions that share a journal with this one. */
function archivedBeside(place: Place, key: string): ReadonlySet<string> {
	const journal = journalOf(place, key);
	const records = filesIn(archiveDir(place))
		.records.filter((file) => journalOf(place, file) === journal)
		// One that came back, or whose move broke off, counts by the record that is not archived.
		.filter((file) => !existsSync(pathOf(place, { file, isArchived: false })))
		.flatMap((file) => readRecord(pathOf(place, { file, isArchived: true })) ?? []);
	return new Set(records.map(({ uuid }) => uuid));
}

/** Where the journal of a record goes. */
export function archivedJournal(place: Place, key: string): string {
	return join(archiveDir(place), basename(journalOf(place, key)));
}

/** A session that came back and left again has a journal there already: it goes on. */
export function moveJournal(path: string, target: string): void {
	// Out of the way of whoever appends, and of a call that dies: the next one goes on from here.
	const leaving = `${target}.leaving`;
	if (existsSync(leaving)) addTo(leaving, target);
	if (!existsSync(path)) return;
	if (!existsSync(target)) {
		renameSync(path, target);
		return;
	}
	renameSync(path, leaving);
	addTo(leaving, target);
}

/** What stands at the end already was added by a call that died before it could tidy up. */
function addTo(leaving: string, target: string): void {
	const earlier = existsSync(target) ? readFileSync(target, 'utf8') : '';
	const later = readFileSync(leaving, 'utf8');
	if (!earlier.endsWith(later)) writeAtomic(target, earlier + later, () => true);
	rmSync(leaving);
}
