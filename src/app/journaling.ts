import { freeTextsOf } from '../core/journal/entries.ts';
import { type JournalEntry, type JournalLine, linesOf } from '../core/journal/line.ts';
import type { Session } from '../core/session/session-id.ts';
import type { Place } from '../git/place.ts';
import { redactFields, redactPath } from '../secrets/redact.ts';
import type { Ports } from './ports.ts';

/**
 * Appends entries to the session's journal, stamped with the time and the full id (D9), their free texts
 * redacted (D30). False: not kept.
 */
export async function note(
	place: Place,
	session: Session,
	{ entries, ports }: { readonly entries: readonly JournalEntry[]; readonly ports: Ports },
): Promise<boolean> {
	if (entries.length === 0) return true;
	if (place.link !== undefined) return false;
	const at = new Date(ports.now()).toISOString();
	const lines = redactEntries<JournalEntry>(entries).map(
		(entry): JournalLine => ({
			at,
			s: session.uuid,
			...entry,
		}),
	);
	return ports.journal.append(place, session.key, lines);
}

/** The session's own lines. */
export async function journalOf(
	place: Place,
	session: Session,
	ports: Ports,
): Promise<JournalLine[]> {
	if (place.link !== undefined) return [];
	return linesOf(await ports.journal.read(place, session.key), session.uuid);
}

/** The prompt an event belongs to, as an entry's field. */
export function promptOf(input: { readonly prompt_id?: string | undefined }): { p?: string } {
	return input.prompt_id === undefined ? {} : { p: input.prompt_id };
}

/** Journal entries with their free texts redacted (D30) and cut; ids, times and branches stay as they are. */
export function redactEntries<E extends JournalEntry>(entries: readonly E[]): readonly E[] {
	return entries.map((entry) => {
		const { texts, cuts } = freeTextsOf(entry);
		const clean: Record<string, unknown> & E = redactFields(entry, texts as readonly (keyof E)[]);
		const cut: Record<string, unknown> = {};
		for (const [field, cutText] of Object.entries(cuts)) {
			const text = clean[field];
			if (typeof text === 'string') cut[field] = cutText?.(text, entry);
		}
		const path = typeof clean['path'] === 'string' ? { path: redactPath(clean['path']) } : {};
		return { ...clean, ...cut, ...path };
	});
}
