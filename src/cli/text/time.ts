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

/** A stored time to the minute, as the reader's clock shows it: `2026-11-20 10:04`. */
export function minute(iso: string | undefined): string {
	const at = new Date(Date.parse(iso ?? ''));
	if (Number.isNaN(at.getTime())) return '?';
	const two = (part: number) => String(part).padStart(2, '0');
	const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
	return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

const STORED = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z/g;

/** A sentence with every stored time in it as the reader's clock shows it. */
export function withLocalTimes(text: string): string {
	return text.replaceAll(STORED, minute);
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
