import {
	CALL_ENTRIES,
	type JournalEntry,
	type JournalLine,
	linesOf,
} from '../core/journal/line.ts';
import type { Place } from '../core/place/place.ts';
import type { Session } from '../core/session/session-id.ts';
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
	const at = new Date(ports.now()).toISOString();
	const lines = (await redactEntries<JournalEntry>(entries)).map(
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
	return linesOf(await ports.journal.read(place, session.key), session.uuid);
}

/** The prompt an event belongs to, as an entry's field. */
export function promptOf(input: { readonly prompt_id?: string | undefined }): { p?: string } {
	return input.prompt_id === undefined ? {} : { p: input.prompt_id };
}

/** The names of an entry's fields that are redacted; none of a kind that a newer build wrote. */
type FreeTexts = (entry: JournalEntry) => readonly string[];

/**
 * Journal entries with their free texts redacted (D30); ids, times and branches stay as they are. The
 * rules are loaded only where a text could hold a secret.
 */
export async function redactEntries<E extends JournalEntry>(
	entries: readonly E[],
): Promise<readonly E[]> {
	const freeTextsOf = await freeTextsOfAll(entries);
	if (!entries.some((entry) => mayHoldSecret(entry, freeTextsOf(entry)))) return entries;
	const { redactFields, redactPath } = await import('../core/redact/redact.ts');
	return entries.map((entry) => {
		const cut = redactFields(entry, freeTextsOf(entry) as readonly (keyof E)[]);
		return 'path' in cut && cut.path !== undefined ? { ...cut, path: redactPath(cut.path) } : cut;
	});
}

/** Every hook knows the rows of what calls leave, and most leave nothing else. */
async function freeTextsOfAll(entries: readonly JournalEntry[]): Promise<FreeTexts> {
	const ofCalls: Readonly<Record<string, { readonly texts: readonly string[] }>> = CALL_ENTRIES;
	if (entries.every(({ e }) => Object.hasOwn(ofCalls, e)))
		return ({ e }) => ofCalls[e]?.texts ?? [];
	return (await import('../core/journal/entries.ts')).freeTextsOf;
}

/** Whether a free text of an entry holds more than short words: only then are the rules worth loading. */
function mayHoldSecret(entry: JournalEntry, freeTexts: readonly string[]): boolean {
	const fields: Readonly<Record<string, unknown>> = entry;
	return freeTexts.some((name) => MORE_THAN_WORDS.test(JSON.stringify(fields[name]) ?? ''));
}

/**
 * What every secret has: a sign that something is given a value, or some length without a joint that is not all
 * in small letters. Most paths and names of tasks have neither. The look ahead ends where that length does: to the
 * end of a long name, from each of its letters, it would take minutes.
 */
const MORE_THAN_WORDS = /[=\s]|:[^"]|(?=[a-z_-]{0,15}[A-Z\d+~])[^\s/."':,[\]{}]{16}/;
