import type { Context } from '../context.ts';
import type { Place } from '../git/place.ts';
import type { Session } from '../host/session-id.ts';
import { redactFields } from '../secrets/redact.ts';
import { unlessUnwritable } from '../store/errors.ts';
import { appendLines, valuesIn } from '../store/log.ts';
import { readTail } from '../store/read-file.ts';
import { ENTRIES, type JournalEntry, type JournalLine } from './entries.ts';
import { journalPath, storedSessions } from './files.ts';
import { linesOf } from './lines.ts';
import type { Cut } from './row.ts';

/**
 * Appends entries to the session's journal with one write, stamped with the time and the full id (D9). The one place where
 * what a person, a model or a program said is redacted before it is stored (D30).
 *
 * @returns false: not stored
 */
export async function note(
	place: Place,
	session: Session,
	{ entries, context }: { readonly entries: readonly JournalEntry[]; readonly context: Context },
): Promise<boolean> {
	if (entries.length === 0) return true;
	const { writing } = context;
	if (place.link !== undefined || writing.isReadOnly) return false;
	const at = new Date(context.now()).toISOString();
	// The time first: by it a reader finds where the line after a torn one starts.
	const lines = entries.map((entry): JournalLine => {
		return { at, s: session.uuid, ...redactEntry(entry) };
	});
	writing.begin();
	const isStored = unlessUnwritable(() => {
		appendLines(journalPath(place, session.uuid), lines);
		return true;
	});
	return isStored ?? false;
}

/** An entry with its free texts redacted (D30) and cut; ids, times and branches stay as they are. */
export function redactEntry<E extends JournalEntry>(entry: E): E {
	let clean: E & Record<string, unknown> = entry;
	for (const [name, shape] of Object.entries<object>(ENTRIES[entry.e].fields)) {
		if (!(name in entry && 'cut' in shape)) continue;
		const { [name]: words } = redactFields(clean, [name]);
		clean = {
			...clean,
			[name]: typeof words === 'string' ? (shape.cut as Cut)(words, entry) : words,
		};
	}
	return clean;
}

/** Bytes that are read of a journal, the last ones. A long session writes some 200 kB. */
const MAX_READ = 4 * 1024 * 1024;

/** Parsed lines of a session's journal, unchecked, oldest first; a torn line costs only itself. Empty if there is none. */
export function readJournal(place: Place, id: string, isArchived = false): unknown[] {
	if (place.link !== undefined) return [];
	return valuesIn(readTail(journalPath(place, id, isArchived), MAX_READ));
}

/** The session's own lines. */
export function journalOf(place: Place, session: Session): JournalLine[] {
	return linesOf(readJournal(place, session.uuid), session.uuid);
}

/** The sessions whose journals were written since a time (milliseconds since the epoch), the last one first. */
export function recentJournals(place: Place, since: number): Session[] {
	return storedSessions(place).filter(({ written }) => written >= since);
}

/** The prompt an event belongs to, as an entry's field. */
export function promptOf(input: { readonly prompt_id?: string | undefined }): { p?: string } {
	return input.prompt_id === undefined ? {} : { p: input.prompt_id };
}
