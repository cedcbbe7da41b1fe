import { statSync, utimesSync } from 'node:fs';
import { keyPath } from './seal.ts';

/** A clock that was wrong by more than this, and was put right, does not hold time up. */
const FARTHEST_AHEAD_MS = 24 * 60 * 60 * 1000;

/**
 * Time that never goes back, from one process to the next: what is stored later has the later time, so times may be
 * compared where order is meant. A clock that is set back stands still until it is as late again, one millisecond for
 * each look. The latest time handed out is kept as the time of the user's key, where the model cannot reach it.
 */
export function steadyClock(configDir: string): () => number {
	const path = keyPath(configDir);
	let latest: number | undefined;
	return () => {
		const real = Date.now();
		const before = latest ?? markAt(path);
		const isUsable = before <= real + FARTHEST_AHEAD_MS;
		// Another process's time is over; one process may look twice in a millisecond.
		const least = latest === undefined ? before + 1 : before;
		const now = isUsable ? Math.max(real, least) : real;
		if (now !== latest) mark(path, now);
		latest = now;
		return now;
	};
}

function markAt(path: string): number {
	try {
		return Math.ceil(statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
	} catch {
		return 0;
	}
}

/** Without a key, or where it may not be touched, the system's clock has to do. */
function mark(path: string, now: number): void {
	try {
		utimesSync(path, now / 1000, now / 1000);
	} catch {
		return;
	}
}
