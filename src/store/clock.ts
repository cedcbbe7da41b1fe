import { closeSync, openSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import { unlessError } from './errors.ts';

export const DAY_MS = 24 * 60 * 60 * 1000;

/** A clock may be ahead of ours by this much. */
const MAX_AHEAD_MS = 5 * 60_000;

/**
 * Whether a time is further ahead than clocks differ: an entry would live until then (D14).
 *
 * @param at ISO time; false for any other text
 * @param now milliseconds since the epoch
 */
export function isOfFuture(at: string | undefined, now: number): boolean {
	return Date.parse(at ?? '') > now + MAX_AHEAD_MS;
}

/** A clock that was wrong by more than this, and was put right, does not hold time up. */
const FARTHEST_AHEAD_MS = DAY_MS;

/** The context with a clock that never goes back; a reader, which leaves no mark of it, has the system's clock. */
export function withSteadyClock<Given extends Context>(context: Given): Given {
	const { configDir, writing, now, systemNow } = context;
	return { ...context, now: writing.isReadOnly ? systemNow : steadyClock(configDir, now) };
}

/**
 * The context of a reader, such as the status line: nothing is written, moved to quarantine or stored as a fault, and no
 * lock is waited for.
 */
export function readingContext<Given extends Context>(context: Given): Given {
	const begin = () => {
		throw new Error('a reader changes nothing');
	};
	const { systemNow } = context;
	return { ...context, now: systemNow, writing: { begin, isReadOnly: true, leftMs: 0 } };
}

/**
 * Time that never goes back, from one process to the next: what is stored later has the later time, so times may be
 * compared where order is meant. A clock that is set back waits until it is as late again, one millisecond for
 * each call. The latest time handed out is kept as the time of `<claude config dir>/requirements/clock`,
 * where that folder exists: without it nothing was stored yet.
 *
 * @param system the system's clock, in milliseconds since the epoch
 */
function steadyClock(configDir: string, system: () => number): () => number {
	const path = join(configDir, 'requirements', 'clock');
	let latest: number | undefined;
	return () => {
		const real = system();
		const before = latest ?? Math.ceil(unlessError(() => statSync(path).mtimeMs) ?? 0);
		const isUsable = before <= real + FARTHEST_AHEAD_MS;
		// Another process's time is over; one process may look twice in a millisecond.
		const least = latest === undefined ? before + 1 : before;
		const now = isUsable ? Math.max(real, least) : real;
		// Without the file the system's clock has to do.
		if (now !== latest && unlessError(() => keep(path, now)) === undefined) unlessError(() => make(path, now));
		latest = now;
		return now;
	};
}

function keep(path: string, now: number): true {
	utimesSync(path, now / 1000, now / 1000);
	return true;
}

function make(path: string, now: number): void {
	closeSync(openSync(path, 'a', 0o600));
	keep(path, now);
}
