/** Runs of each size: the least of them is nearest to what the work itself takes. */
const RUNS = 2;
const TIMES = 8;
/** A compiler or a collection at work in one of them makes linear work look worse, never better. */
const ATTEMPTS = 6;

/** What is linear grows less than this, with all that a machine adds to it. */
export const LINEAR = 24;

/**
 * How many times the work grows when its input is eight times as large: 8 where it is linear, 64 where it is quadratic.
 * Measured in processor time of this process, so that a busy machine changes nothing. `work` is told how large.
 */
export function growth(work: (size: number) => unknown, size: number): number {
	// The first run compiles.
	work(size);
	let least = growthOnce(work, size);
	for (let again = 1; least >= LINEAR && again < ATTEMPTS; again += 1) least = Math.min(least, growthOnce(work, size));
	return least;
}

function growthOnce(work: (size: number) => unknown, size: number): number {
	const large = leastOf(() => work(size * TIMES));
	return (
		large /
		Math.max(
			leastOf(() => work(size)),
			LEAST,
		)
	);
}

/** Below this many microseconds, other things that the process does count for more. */
const LEAST = 1_000;

function leastOf(work: () => unknown): number {
	const runs = Array.from({ length: RUNS }, () => {
		const before = process.cpuUsage();
		work();
		const { user, system } = process.cpuUsage(before);
		return user + system;
	});
	return Math.min(...runs);
}
