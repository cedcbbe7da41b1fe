import { parseDuration } from '../../core/config/duration.ts';
import { Fault } from '../../core/fault/fault.ts';
import { oneLine } from '../../core/text/one-line.ts';

/**
 * Reads a `--ttl`.
 *
 * @returns milliseconds
 * @throws Fault `usage`
 */
export function ttlOf(text: string): number {
	const milliseconds = parseDuration(text);
	if (milliseconds !== undefined) return milliseconds;
	throw new Fault('usage', `"${oneLine(text)}" is not a duration`, {
		hint: 'such as 90s, 30m, 8h, 1h30m, 7d',
	});
}
