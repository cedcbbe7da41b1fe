import { Fault } from '../core/fault/fault.ts';
import { askedTime, type Clock, type Stretch, wholeDays } from '../core/text/asked-time.ts';
import { quoted } from '../core/text/one-line.ts';
import { relativeTime } from '../core/text/relative-time.ts';

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

/** Minutes that the reader's clock is ahead of UTC at a moment (milliseconds since the epoch). */
export function localOffset(ms: number): number {
	return -new Date(ms).getTimezoneOffset();
}

const STORED = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z/g;

/** A sentence with every stored time in it as the reader's clock shows it; with `now`, also how long ago. */
export function withLocalTimes(text: string, now?: number): string {
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

/** When sessions were at work, in the words of whoever asks. */
export interface AskedWhen {
	readonly since: string | undefined;
	readonly until: string | undefined;
	/** A day, or what lies within one. */
	readonly on: string | undefined;
}

/**
 * The stretch of time that was asked for; unbounded where nothing bounds it.
 *
 * @throws Fault `usage` for words that mean no time
 */
export function askedStretch({ since, until, on }: AskedWhen, clock: Clock): Stretch {
	const asked = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
	const bounds = [
		since === undefined ? asked : { ...asked, from: timeOf(since, clock).from },
		until === undefined ? asked : { ...asked, to: timeOf(until, clock).to },
		on === undefined ? asked : wholeDays(timeOf(on, clock), clock),
	];
	return {
		from: Math.max(...bounds.map(({ from }) => from)),
		to: Math.min(...bounds.map(({ to }) => to)),
	};
}

function timeOf(text: string, clock: Clock): Stretch {
	const time = askedTime(text, clock);
	if (time !== undefined) return time;
	throw new Fault('usage', `${quoted(text)} is no time`, {
		hint: 'such as 2026-11-20, 7d, yesterday, tuesday, "last week", "2 weeks ago"',
	});
}
