import { FIRST_PREV, hashOf } from './chain.ts';
import type { ChainedEvent } from './event.ts';

/** Whether a chain is whole, or the first line, counted from 1, that does not fit (D42). */
export type ChainVerdict =
	/** `torn`: lines that are no events and broke nothing: writes a crash cut off. */
	| { readonly kind: 'whole'; readonly events: number; readonly torn: number }
	| { readonly kind: 'broken'; readonly line: number; readonly why: 'changed' | 'out_of_order' };

/**
 * Goes along the chain. A line that was changed no longer has its own hash; one that was removed, added or moved
 * leaves a neighbour with another predecessor. What a chain cannot show is that its end was cut off.
 *
 * @param lines of the file in its order; `undefined` where one does not parse
 */
export function verifyChain(
	lines: readonly (ChainedEvent | undefined)[],
	sha256: (text: string) => string,
): ChainVerdict {
	let prev = FIRST_PREV;
	let events = 0;
	for (const [index, event] of lines.entries()) {
		if (event === undefined) continue;
		if (event.prev !== prev) return { kind: 'broken', line: index + 1, why: 'out_of_order' };
		if (hashOf(event, sha256) !== event.hash) {
			return { kind: 'broken', line: index + 1, why: 'changed' };
		}
		prev = event.hash;
		events += 1;
	}
	return { kind: 'whole', events, torn: lines.length - events };
}
