import { Fault } from '../store/fault.ts';
import { oneLine } from '../text/one-line.ts';

/** A duration as people write it: days, hours, minutes, seconds, in that order, each at most once. */
export const DURATION = /^(?=\d)(?:(\d{1,6})d)?(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,6})s)?$/;

const MILLISECONDS = [86_400_000, 3_600_000, 60_000, 1_000];

/**
 * Reads `90s`, `30m`, `8h`, `7d`, `1h30m` (`ttl`, `--ttl`, `--timeout`, `--max-age`).
 *
 * @returns milliseconds, more than 0; `undefined` for anything else
 */
export function parseDuration(text: string): number | undefined {
	const parts = DURATION.exec(text)?.slice(1) ?? [];
	const total = MILLISECONDS.reduce((sum, unit, index) => sum + unit * Number(parts[index] ?? 0), 0);
	return total > 0 ? total : undefined;
}

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
