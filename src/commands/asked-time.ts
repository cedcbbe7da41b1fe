import { parseDuration } from '../config/duration.ts';
import { Fault } from '../store/fault.ts';
import { quoted } from '../text/one-line.ts';

/** A stretch of time, in milliseconds since the epoch. A moment begins where it ends. */
interface Stretch {
	readonly from: number;
	/** Exclusive. */
	readonly to: number;
}

const ISO = /^\d{4}-\d\d-(\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)?)?$/;

/**
 * The stretch of time that `--since` and `--until` mean; infinite on a side that is not given.
 *
 * @param now milliseconds since the epoch
 * @throws Fault `usage` for words that are no time
 */
export function askedStretch(
	{ since, until }: { readonly since: string | undefined; readonly until?: string | undefined },
	now: number,
): Stretch {
	return {
		from: since === undefined ? Number.NEGATIVE_INFINITY : timeOf(since, now).from,
		to: until === undefined ? Number.POSITIVE_INFINITY : timeOf(until, now).to,
	};
}

function timeOf(text: string, now: number): Stretch {
	const time = askedTime(text, now);
	if (time !== undefined) return time;
	throw new Fault('usage', `${quoted(text)} is not a time`, {
		hint: 'such as 2026-11-20, 2026-11-20T10:00, 7d, today, yesterday',
	});
}

/**
 * Reads `2026-11-20`, `2026-11-20T10:00Z`, `7d` (so long ago), `today` and `yesterday`; `undefined` for other words.
 * Days are those of the reader's clock.
 */
export function askedTime(text: string, now: number): Stretch | undefined {
	if (text === 'today') return dayOf(new Date(now), 0);
	if (text === 'yesterday') return dayOf(new Date(now), -1);
	const span = parseDuration(text);
	if (span !== undefined) return { from: now - span, to: now - span };
	const [isDated, day] = ISO.exec(text) ?? [];
	const date = new Date(`${text.slice(0, 10)}T00:00`);
	// The engine takes February 30th for March.
	if (!isDated || date.getDate() !== Number(day)) return undefined;
	if (text === text.slice(0, 10)) return dayOf(date, 0);
	const at = Date.parse(text);
	return Number.isNaN(at) ? undefined : { from: at, to: at };
}

/** @param after days after the one of that moment */
function dayOf(moment: Date, after: number): Stretch {
	const midnight = (days: number) =>
		new Date(moment.getFullYear(), moment.getMonth(), moment.getDate() + days).getTime();
	return { from: midnight(after), to: midnight(after + 1) };
}
