import { parseDuration } from '../config/duration.ts';
import { SELECTABLE, type Selection, selectionOf, selectionWords } from '../config/selection.ts';
import { Fault } from '../store/fault.ts';
import { oneLine, quoted } from '../text/one-line.ts';

/**
 * Reads how long something lasts, such as `--ttl`, or how old it may be.
 *
 * @returns milliseconds
 * @throws Fault `usage`
 */
export function ttlOf(text: string): number {
	const milliseconds = parseDuration(text);
	if (milliseconds !== undefined) return milliseconds;
	const hint = 'such as 90s, 30m, 8h, 1h30m, 7d';
	throw new Fault('usage', `"${oneLine(text)}" is not a duration`, { hint });
}

/**
 * Reads a `--select`; without one everything (ENG-1).
 *
 * @throws Fault `usage`
 */
export function selectionAsked(text: string | undefined): Selection {
	const words = selectionWords(text ?? '');
	const unknown = words.filter((word) => !SELECTABLE.some((one) => one === word));
	if (unknown.length === 0) return selectionOf(words);
	throw new Fault('usage', `${unknown.map(quoted).join(', ')} cannot be selected`, {
		hint: `one or more of ${SELECTABLE.join(', ')}, with commas between`,
	});
}
