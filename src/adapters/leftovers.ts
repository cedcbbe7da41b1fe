import type { Leftovers } from '../app/leftover-ports.ts';
import type { GitEnv } from './ask-git.ts';
import type { BranchStateOptions } from './branch-state-files.ts';
import { oldArchive } from './prune/prune-archive.ts';
import { pastBaselines, pastCalls } from './prune/prune-baselines.ts';
import { goneBranchStates } from './prune/prune-branch-states.ts';
import { ownerlessBundles } from './prune/prune-bundles.ts';
import { pastFaults } from './prune/prune-faults.ts';
import { ofGoneRoots } from './prune/prune-gone-roots.ts';
import { pastHistories } from './prune/prune-history.ts';
import { pastJournals } from './prune/prune-journals.ts';
import { litter } from './prune/prune-litter.ts';
import { deadPipelines } from './prune/prune-pipelines.ts';
import { pastRuns } from './prune/prune-runs.ts';
import { sessionFiles } from './prune/prune-session.ts';
import { looked, removable } from './prune/prune-trouble.ts';
import { baseOf, joined, type PruneWorld } from './prune/prune-world.ts';

export interface LeftoverOptions extends BranchStateOptions {
	readonly configDir: string;
	readonly env: GitEnv;
}

/** What `req prune` finds in a project's state directory and in the user's own directory. */
export function liveLeftovers(options: LeftoverOptions): Leftovers {
	return {
		find: async (place, { live, archivedBefore }) => {
			const world: PruneWorld = {
				...{ ...options, now: options.now(), place, live, archivedBefore },
			};
			const base = baseOf(world);
			const searches = [
				goneBranchStates,
				pastHistories,
				pastJournals,
				oldArchive,
				ownerlessBundles,
				pastRuns,
				deadPipelines,
				pastFaults,
				litter,
				ofGoneRoots,
				pastBaselines,
				pastCalls,
			];
			const found = joined(searches.map((search) => looked(base, () => search(world, base))));
			return { ...found, leftovers: found.leftovers.map(removable) };
		},
		ofSession: async (place, session) => sessionFiles(place, session, options).map(removable),
	};
}
