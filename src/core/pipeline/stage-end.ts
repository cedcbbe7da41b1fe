import type { Decision } from '../run/schema.ts';

/** Why a stage is over. `iterations`: there were as many as there may be. */
export type StageEnd = 'iterations' | 'stop' | 'plateau' | 'error';

/**
 * Whether a stage is over, by what its sessions decided in turn. A `plateau` takes two that have nothing left to do, one
 * after the other: the second looked again at what the first one thought finished.
 */
export function stageEnd(
	{ iterations, until }: { readonly iterations: number; readonly until: 'stop' | 'plateau' },
	decisions: readonly Decision[],
): StageEnd | undefined {
	const [last, before] = decisions.toReversed();
	if (last === 'error') return 'error';
	if (last === 'stop' && until === 'stop') return 'stop';
	if (last === 'stop' && before === 'stop') return 'plateau';
	return decisions.length >= iterations ? 'iterations' : undefined;
}
