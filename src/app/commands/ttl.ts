import { parseDuration } from '../../core/config/duration.ts';
import { Fault } from '../../core/fault/fault.ts';
import { oneLine } from '../../core/text/one-line.ts';

/** An approval is an exception: one that should last is a change of the config. */
const LONGEST_APPROVAL_MS = 86_400_000;

/**
 * Reads the `--ttl` of an approval, which may be 24 hours at most.
 *
 * @returns milliseconds
 * @throws Fault `usage`
 */
export function approvalTtlOf(text: string): number {
	const ttl = ttlOf(text);
	if (ttl <= LONGEST_APPROVAL_MS) return ttl;
	throw new Fault('usage', `an approval lasts 24h at most, not ${oneLine(text)}`, {
		hint: 'approve again when it has ended, or change what the config requires',
	});
}

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
