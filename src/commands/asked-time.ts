import { parseDuration } from '../config/duration.ts';
import { Fault } from '../store/fault.ts';
import { quoted } from '../text/one-line.ts';

/** A stretch of time, in milliseconds since the epoch. A moment begins where it ends. */
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

/** What `--since` and `--until` hold, as typed. */
export interface AskedWhen {
	readonly since: string | undefined;
	readonly until: string | undefined;
}

const MINUTE = 60_000;
const DAY = 86_400_000;
const ISO_DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
const ISO_MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?$/i;

/**
 * The stretch of time that was asked for; infinite on a side that is not given.
 *
 * @throws Fault `usage` for words that are no time
 */
export function askedStretch({ since, until }: AskedWhen, clock: Clock): Stretch {
	return {
		from: since === undefined ? Number.NEGATIVE_INFINITY : timeOf(since, clock).from,
		to: until === undefined ? Number.POSITIVE_INFINITY : timeOf(until, clock).to,
	};
}

function timeOf(text: string, clock: Clock): Stretch {
	const time = askedTime(text, clock);
	if (time !== undefined) return time;
	throw new Fault('usage', `${quoted(text)} is not a time`, {
		hint: 'such as 2026-11-20, 2026-11-20T10:00, 7d, today, yesterday',
	});
}

/**
 * Reads `2026-11-20`, `2026-11-20T10:00Z`, `7d` (so long ago), `today` and `yesterday`; `undefined` for other words.
 * Days are those of the reader's clock.
 */
export function askedTime(text: string, clock: Clock): Stretch | undefined {
	const today = Math.floor((clock.now + clock.offset(clock.now) * MINUTE) / DAY);
	if (text === 'today') return oneDay(today, clock);
	if (text === 'yesterday') return oneDay(today - 1, clock);
	const span = parseDuration(text);
	return span === undefined ? isoTime(text, clock) : instant(clock.now - span);
}

function isoTime(words: string, clock: Clock): Stretch | undefined {
	if (ISO_DAY.test(words)) {
		const utc = Date.parse(`${words}T00:00:00Z`);
		// The engine takes February 30th for March.
		const isReal = new Date(utc || 0).toISOString().startsWith(words);
		return isReal ? oneDay(utc / DAY, clock) : undefined;
	}
	const [moment, zone] = ISO_MOMENT.exec(words) ?? [];
	if (moment === undefined) return undefined;
	const at = Date.parse(zone === undefined ? `${moment}Z` : moment);
	if (Number.isNaN(at)) return undefined;
	return instant(zone === undefined ? utcOf(at, clock) : at);
}

function instant(at: number): Stretch {
	return { from: at, to: at };
}

/** Days are counted from the first of January 1970 of the local calendar. */
function oneDay(day: number, clock: Clock): Stretch {
	return { from: utcOf(day * DAY, clock), to: utcOf((day + 1) * DAY, clock) };
}

/** The moment at which the local clock shows what `local` would be in UTC; the offset there may be another. */
function utcOf(local: number, { offset }: Clock): number {
	const near = local - offset(local) * MINUTE;
	return local - offset(near) * MINUTE;
}
