import { freeTextsOf } from '../journal/entries.ts';
import type { JournalEntry } from '../journal/line.ts';

/**
 * Journal entries with their free texts redacted (D30); ids, times and branches stay as they are. The
 * rules are loaded only where a text could hold a secret.
 */
export async function redactEntries<E extends JournalEntry>(
	entries: readonly E[],
): Promise<readonly E[]> {
	if (!entries.some(mayHoldSecret)) return entries;
	const { redactFields, redactPath } = await import('./redact-fields.ts');
	return entries.map((entry) => {
		const cut = redactFields(entry, freeTextsOf(entry) as readonly (keyof E)[]);
		return 'path' in cut && cut.path !== undefined ? { ...cut, path: redactPath(cut.path) } : cut;
	});
}

/** Whether a free text of an entry holds more than short words: only then are the rules worth loading. */
function mayHoldSecret(entry: JournalEntry): boolean {
	const fields: Readonly<Record<string, unknown>> = entry;
	return freeTextsOf(entry).some((name) =>
		MORE_THAN_WORDS.test(JSON.stringify(fields[name]) ?? ''),
	);
}

/**
 * What every secret has: a sign that something is given a value, or some length without a joint that is not all
 * in small letters. Most paths and names of tasks have neither. The look ahead ends where that length does: to the
 * end of a long name, from each of its letters, it would take minutes.
 */
const MORE_THAN_WORDS = /[=\s]|:[^"]|(?=[a-z_-]{0,15}[A-Z\d+~])[^\s/."':,[\]{}]{16}/;
