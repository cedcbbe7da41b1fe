import { retireAll } from './satisfy.ts';
import { allNamed, type BranchState, requirementOf } from './schema.ts';

/**
 * The whole history of a branch that is gone: what was only rolled over comes back no more, and what a
 * prune that was interrupted has written already stands in it once.
 *
 * @param before its lines so far, oldest first
 */
export function prunedHistory(
	before: readonly object[],
	state: BranchState,
	at: string,
): readonly object[] {
	const ended = allNamed(state).flatMap((named) =>
		retireAll(requirementOf(state, named), { at, named, endedBy: 'pruned' }),
	);
	const lines = [...before.map(asPruned), ...ended];
	const distinct = new Map<string, object>();
	for (const line of lines) {
		const id = idOf(line);
		if (!distinct.has(id)) distinct.set(id, line);
	}
	return [...distinct.values()];
}

function asPruned(line: object): object {
	return 'ended_by' in line && line.ended_by === 'rolled' ? { ...line, ended_by: 'pruned' } : line;
}

/** A pruned satisfaction by what it was, whenever that happened; any other line by all it says. */
function idOf(line: object): string {
	const isPruned = 'ended_by' in line && line.ended_by === 'pruned';
	return JSON.stringify(isPruned ? { ...line, at: '' } : line);
}
