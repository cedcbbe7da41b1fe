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
	const [minutes, hours, days] = [MINUTE, HOUR, DAY].map((unit) => Math.round(milliseconds / unit));
	if (minutes === 0) return undefined;
	if (Number(minutes) < 60) return `${minutes} min`;
	return Number(hours) < 48 ? `${hours} h` : `${days} days`;
}
