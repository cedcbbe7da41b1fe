import type { BranchChange } from '../../core/branch-state/change.ts';
import { Fault } from '../../core/fault/fault.ts';
import type { Place } from '../../core/place/place.ts';
import { recordQuarantine } from '../faults.ts';
import type { Ports } from '../ports.ts';

/** What became of a command's changes. `pending`: kept beside the state, the next write folds them in (D8). */
export interface Stored {
	readonly kind: 'written' | 'unchanged' | 'pending';
}

/**
 * Writes changes of a branch's state for a command: what cannot be kept is an error, never silence.
 *
 * @throws Fault `state_newer`, `state_unwritable`
 */
export async function storeChanges(
	place: Place,
	changes: readonly BranchChange[],
	ports: Ports,
): Promise<Stored> {
	if (changes.length === 0) return { kind: 'unchanged' };
	const updated = await ports.branchState.update(place, changes);
	const { kind, quarantined } = updated;
	if (quarantined !== undefined) await recordQuarantine(place, quarantined, ports);
	if (kind !== 'refused') return { kind };
	throw updated.why === 'newer'
		? new Fault('state_newer', 'the requirement state was written by a newer req', {
				hint: 'update req',
			})
		: new Fault('state_unwritable', `nothing was stored: ${updated.reason}`, {
				hint: 'free the disk or make the folder writable',
			});
}
