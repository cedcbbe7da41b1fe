import { Fault } from '../../core/fault/fault.ts';
import { askedTime, type Clock, type Stretch, wholeDays } from '../../core/text/asked-time.ts';
import { quoted } from '../../core/text/one-line.ts';

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
