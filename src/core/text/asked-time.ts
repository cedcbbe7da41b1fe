import { parseDuration } from '../config/duration.ts';
import { Fault } from '../fault/fault.ts';
import { quoted } from './one-line.ts';

/** A stretch of time that somebody named, in milliseconds since the epoch. A moment begins where it ends. */
export interface Stretch {
	readonly from: number;
	/** Exclusive. */
	readonly to: number;
}

/** The reader's clock. */
export interface Clock {
	/** Milliseconds since the epoch. */
	readonly now: number;
	/** Minutes that local time is ahead of UTC at a moment. */
	readonly offset: (ms: number) => number;
}

const MINUTE = 60_000;
const DAY = 86_400_000;
const WEEK_DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
/** `tue` is enough for a day. */
const SHORTEST_DAY = 3;
const UNITS: Readonly<Record<string, number>> = {
	minute: MINUTE,
	hour: 60 * MINUTE,
	day: DAY,
	week: 7 * DAY,
	month: 30 * DAY,
};
const NUMBERS: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, two: 2, three: 3 };
const AGO = /^(\d{1,4}|[a-z]+) (minute|hour|day|week|month)s? ago$/;
const LONE_WEEKS = /^(\d{1,4})w$/;
const ISO_DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
const ISO_MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?$/i;

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
	throw new Fault('usage', `${quoted(text)} is not a time`, {
		hint: 'such as 2026-11-20, 7d, yesterday, tuesday, "last week", "2 weeks ago"',
	});
}

/**
 * Reads when somebody means: `2026-11-20`, `2026-11-20T10:00Z`, `7d`, `2 weeks ago`, `today`,
 * `yesterday`, `tuesday` (the last one, today included), `last tuesday` (before today), `last week`.
 * Days are those of the reader's clock.
 */
export function askedTime(text: string, clock: Clock): Stretch | undefined {
	const words = text.trim().replace(/\s+/g, ' ');
	return isoTime(words, clock) ?? ago(words.toLowerCase(), clock) ?? dayOf(words, clock);
}

/** The whole days, by the reader's clock, that a stretch touches. */
export function wholeDays({ from, to }: Stretch, clock: Clock): Stretch {
	const last = dayNumber(Math.max(from, to - 1), clock);
	return { from: startOf(dayNumber(from, clock), clock), to: startOf(last + 1, clock) };
}

function isoTime(words: string, clock: Clock): Stretch | undefined {
	const [, year, month, day] = ISO_DAY.exec(words) ?? [];
	if (day !== undefined) {
		const utc = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
		// The engine takes February 30th for March.
		const isReal = new Date(utc || 0).toISOString().startsWith(words);
		return isReal ? oneDay(utc / DAY, clock) : undefined;
	}
	const [moment, zone] = ISO_MOMENT.exec(words) ?? [];
	if (moment === undefined) return undefined;
	const at = Date.parse(zone === undefined ? `${moment}Z` : moment);
	if (Number.isNaN(at)) return undefined;
	return zone === undefined ? instant(utcOf(at, clock)) : instant(at);
}

function ago(words: string, { now }: Clock): Stretch | undefined {
	const [, count = '', unit = ''] = AGO.exec(words) ?? [];
	const [, weeks] = LONE_WEEKS.exec(words) ?? [];
	const number = /^\d/.test(count) ? Number(count) : NUMBERS[count];
	const long = Number(weeks) * 7 * DAY || (number ?? 0) * (UNITS[unit] ?? 0);
	const span = long > 0 ? long : parseDuration(words);
	return span === undefined ? undefined : instant(now - span);
}

function dayOf(text: string, clock: Clock): Stretch | undefined {
	const words = text.toLowerCase();
	const today = dayNumber(clock.now, clock);
	if (words === 'today') return oneDay(today, clock);
	if (words === 'yesterday') return oneDay(today - 1, clock);
	if (words === 'now') return instant(clock.now);
	const monday = today - ((weekDay(today) + 6) % 7);
	if (words === 'this week') return days(monday, 7, clock);
	if (words === 'last week') return days(monday - 7, 7, clock);
	return namedDay(words, today, clock);
}

function namedDay(words: string, today: number, clock: Clock): Stretch | undefined {
	const name = words.replace(/^(?:last|on) /, '');
	const isLast = words.startsWith('last ');
	const day = WEEK_DAYS.findIndex((one) => name.length >= SHORTEST_DAY && one.startsWith(name));
	if (day < 0) return undefined;
	const since = (weekDay(today) - day + 7) % 7;
	return oneDay(today - (isLast && since === 0 ? 7 : since), clock);
}

function instant(at: number): Stretch {
	return { from: at, to: at };
}

function oneDay(day: number, clock: Clock): Stretch {
	return days(day, 1, clock);
}

/** Days are counted from the first of January 1970 of the local calendar. */
function days(first: number, count: number, clock: Clock): Stretch {
	return { from: startOf(first, clock), to: startOf(first + count, clock) };
}

function dayNumber(at: number, { offset }: Clock): number {
	return Math.floor((at + offset(at) * MINUTE) / DAY);
}

/** Day 0 was a Thursday. */
function weekDay(day: number): number {
	return (((day + 4) % 7) + 7) % 7;
}

function startOf(day: number, clock: Clock): number {
	return utcOf(day * DAY, clock);
}

/** The moment at which the local clock shows what `local` would be in UTC; the offset there may be another. */
function utcOf(local: number, { offset }: Clock): number {
	const near = local - offset(local) * MINUTE;
	return local - offset(near) * MINUTE;
}
