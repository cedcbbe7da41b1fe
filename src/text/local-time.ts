import { relativeTime } from './phrases.ts';

const MINUTE = 60_000;

const HOUR = 60 * MINUTE;

const DAY = 24 * HOUR;

/** A stored time to the minute, as the reader's clock shows it: `2026-11-20 10:04`. */
export function minute(iso: string | undefined): string {
	const at = new Date(Date.parse(iso ?? ''));
	if (Number.isNaN(at.getTime())) return '?';
	const two = (part: number) => String(part).padStart(2, '0');
	const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
	return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** A stored time on a page about one thing: `2026-11-20 10:04 (2 days ago)`. */
export function dated(iso: string | undefined, now: number): string {
	const at = minute(iso);
	return at === '?' ? at : `${at} (${relativeTime(iso, now)})`;
}

/** A stored time for scripts that cut columns: `2026-11-20T10:04:09Z`. */
export function utcSecond(iso: string): string {
	const at = Date.parse(iso);
	return Number.isNaN(at) ? '?' : `${new Date(at).toISOString().slice(0, -'.000Z'.length)}Z`;
}

const STORED = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z/g;

/** A sentence with every stored time in it as the reader's clock shows it; with `now`, also how long ago. */
export function withLocalTimes(text: string, now: number | undefined): string {
	return text.replaceAll(STORED, (iso) => (now === undefined ? minute(iso) : dated(iso, now)));
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
