/** Milliseconds a clock may be ahead of ours. */
const MAX_AHEAD = 5 * 60_000;

/**
 * Whether a time lies further ahead than clocks differ: somebody made it up, and would live for ever by it (D14).
 *
 * @param at ISO time; what is none is not of the future
 * @param now milliseconds since the epoch
 */
export function isOfFuture(at: string | undefined, now: number): boolean {
	return Date.parse(at ?? '') > now + MAX_AHEAD;
}
