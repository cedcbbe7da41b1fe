import type { SessionRecord } from '../session-record/schema.ts';
import { type Selection, selects } from './selection.ts';

/** Characters of the end of a progress text that are taken over (API-6). */
export const PROGRESS_TAIL = 2_000;

/** Characters of the end in which secrets are looked for: several times what a record of ours holds (D28). */
const LOOKED_THROUGH = 200_000;

/**
 * What the source said of its work, else what the nearest of its ancestors did that said anything (N-4): without
 * secrets; the end of it, and the whole where `progress` is named (CFG-2).
 *
 * @param records nearest first
 */
export function progressText(
	records: readonly SessionRecord[],
	{ select, redact }: { readonly select: Selection; readonly redact: (text: string) => string },
): string {
	if (!selects(select, 'progress')) return '';
	const said = records
		.map(({ notes }) => notes.map(({ text }) => text.trim()).filter((text) => text !== ''))
		.find((texts) => texts.length > 0);
	// Before it is cut: half a secret would not be seen for one.
	const whole = redact(endOf((said ?? []).join('\n'), LOOKED_THROUGH));
	return select === 'all' ? endOf(whole, PROGRESS_TAIL) : whole;
}

/** The last characters, one less where that would divide a surrogate pair. */
export function endOf(text: string, length: number): string {
	const end = length <= 0 ? '' : text.slice(-length);
	const isDivided = end.length < text.length && /^[\udc00-\udfff]/.test(end);
	return isDivided ? end.slice(1) : end;
}
