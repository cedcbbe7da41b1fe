const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * A stored time as people think of it: `3 min ago`, `in 2 h`. A time that cannot be read says so.
 *
 * @param iso ISO time
 * @param now milliseconds since the epoch
 */
export function relativeTime(iso: string | undefined, now: number): string {
	const at = Date.parse(iso ?? '');
	if (Number.isNaN(at)) return 'at an unknown time';
	const span = spanText(Math.abs(now - at));
	if (span === undefined) return at > now ? 'within a minute' : 'just now';
	return at > now ? `in ${span}` : `${span} ago`;
}

function spanText(milliseconds: number): string | undefined {
	if (milliseconds < MINUTE) return undefined;
	if (milliseconds < HOUR) return `${Math.floor(milliseconds / MINUTE)} min`;
	if (milliseconds < 2 * DAY) return `${Math.floor(milliseconds / HOUR)} h`;
	return `${Math.floor(milliseconds / DAY)} days`;
}

/** A stored time to the minute, in UTC as it is stored: `2026-11-20 10:04`. */
export function minute(iso: string | undefined): string {
	const at = Date.parse(iso ?? '');
	return Number.isNaN(at) ? '?' : new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}

/** A duration as a config spells it: `90000` is `1m30s`. */
export function durationText(milliseconds: number): string {
	const units = [
		[DAY, 'd'],
		[HOUR, 'h'],
		[MINUTE, 'm'],
		[1_000, 's'],
	] as const;
	let rest = milliseconds;
	return units
		.map(([unit, letter]) => {
			const count = Math.floor(rest / unit);
			rest -= count * unit;
			return count === 0 ? '' : `${count}${letter}`;
		})
		.join('');
}
