import { parseDuration } from '../core/config/duration.ts';
import { Fault } from '../core/fault/fault.ts';

/**
 * Reads a `--ttl`.
 *
 * @returns milliseconds
 * @throws Fault `usage`
 */
export function durationOption(text: string): number {
	const milliseconds = parseDuration(text);
	if (milliseconds !== undefined) return milliseconds;
	throw new Fault('usage', `"${text}" is no duration`, { hint: 'such as 90s, 30m, 8h, 1h30m, 7d' });
}
