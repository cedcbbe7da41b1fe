import { dirname } from 'node:path';
import type { Leftovers } from '../../app/leftover-ports.ts';
import { goneBranchStates } from './gone-branches.ts';
import { joined, looked, type PruneWorld, removable, search } from './prune-search.ts';
import { retentionTable } from './retention-table.ts';
import { sessionFiles } from './session-files.ts';

type LeftoverOptions = Omit<PruneWorld, 'now' | 'place' | 'base' | 'live' | 'archivedBefore'> & {
	readonly now: () => number;
};

/** What `req prune` finds in a project's state directory and in the user's own directory. */
export function liveLeftovers(options: LeftoverOptions): Leftovers {
	return {
		find: async (place, terms) => {
			const base = place.git ? dirname(place.stateDir) : options.configDir;
			const world = { ...options, ...terms, now: options.now(), place, base };
			const found = joined([
				looked(base, () => goneBranchStates(world)),
				...retentionTable(world).map((shelf) => looked(base, () => search(shelf, world.now))),
			]);
			return { ...found, leftovers: found.leftovers.map(removable) };
		},
		ofSession: async (place, session) => sessionFiles(place, session, options).map(removable),
	};
}
