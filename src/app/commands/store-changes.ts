import type { Session } from '../../core/session/session-id.ts';
import type { Project } from '../../events/projects.ts';
import { updateState } from '../../events/stored-state.ts';
import type { Place } from '../../git/place.ts';
import { journalOf, note } from '../../journal/journal.ts';
import { satisfiedEntries } from '../../memory/satisfied-entries.ts';
import type { BranchChange } from '../../state/changes.ts';
import { obstacleFault } from '../../store/obstacle.ts';
import { orNothing } from '../faults.ts';
import type { Ports } from '../ports.ts';

/**
 * Writes changes of a branch's state for a command: what cannot be kept is an error, never silence.
 *
 * @throws Fault with the code of the obstacle
 */
export async function storeOrFail(
	place: Place,
	changes: readonly BranchChange[],
	ports: Ports,
): Promise<void> {
	if (changes.length === 0) return;
	const { obstacle } = await updateState(place, changes, ports);
	if (obstacle !== undefined) throw obstacleFault(obstacle);
}

/**
 * Writes what satisfies requirements, and a line about it in the journal of the session it is for, where a hook
 * has begun one: what the session was shown counts as followed.
 *
 * @throws Fault with the code of the obstacle
 */
export async function storeSatisfactions(
	{ place, config, session }: Project & { readonly session: Session },
	changes: readonly BranchChange[],
	ports: Ports,
): Promise<void> {
	await storeOrFail(place, changes, ports);
	const entries = satisfiedEntries(config, changes);
	if (entries.length === 0) return;
	const work = async () => {
		const isBegun = (await journalOf(place, session)).length > 0;
		if (isBegun) await note(place, session, { entries, ports });
	};
	await orNothing(work, { place, what: 'what was satisfied could not be remembered', ports });
}
