import type { Said } from '../run/schema.ts';

/** Why a stage is over. `iterations`: there were as many as there may be. */
export type StageEnd = 'iterations' | 'stop' | 'plateau' | 'error' | 'no_status';

/** Ends after which a pipeline does not go on: what later stages build on is not there. */
export function isBadEnd(end: string | null | undefined): boolean {
	return end === 'error' || end === 'no_status';
}

/**
 * Whether a stage is over, by what its sessions decided in turn. A `plateau` takes two that have nothing left to do, one
 * after the other: the second looked again at what the first one thought finished. One that said nothing is passed over;
 * two in a row, or the last one, end the stage: more of them would be paid for without anybody knowing what they did.
 */
export function stageEnd(
	{ iterations, until }: { readonly iterations: number; readonly until: 'stop' | 'plateau' },
	decisions: readonly Said[],
): StageEnd | undefined {
	const [last, before] = decisions.toReversed();
	if (last === 'error') return 'error';
	if (last === 'stop' && until === 'stop') return 'stop';
	if (last === 'stop' && before === 'stop') return 'plateau';
	const isLast = decisions.length >= iterations;
	if (last === 'none') return isLast || before === 'none' ? 'no_status' : undefined;
	return isLast ? 'iterations' : undefined;
}
