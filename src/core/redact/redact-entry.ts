import { type Entry, freeTextsOf, mayHoldSecret } from './free-text.ts';

/**
 * Journal entries with their free texts redacted (D30); ids, times and branches stay as they are. The
 * rules are loaded only where a text could hold a secret.
 */
export async function redactEntries<E extends Entry>(entries: readonly E[]): Promise<readonly E[]> {
	if (!entries.some(mayHoldSecret)) return entries;
	const { redactFields } = await import('./redact-fields.ts');
	const { redactPath } = await import('./redact-path.ts');
	return entries.map((entry) => {
		const cut = redactFields(entry, freeTextsOf(entry) as readonly (keyof E)[]);
		return 'path' in cut && cut.path !== undefined ? { ...cut, path: redactPath(cut.path) } : cut;
	});
}
