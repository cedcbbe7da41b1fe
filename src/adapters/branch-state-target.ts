import { basename, join } from 'node:path';
import type { BranchChange } from '../core/branch-state/change.ts';
import type { BranchState } from '../core/branch-state/schema.ts';
import type { Place } from '../core/place/place.ts';
import type { LookUp } from './branch-state-location.ts';
import type { LockWorld } from './lock-owner.ts';
import { sealedStateKind } from './seal.ts';
import type { DocumentTarget } from './update-document.ts';

export type BranchTarget = DocumentTarget<BranchState, BranchChange>;

/** What the writer of a branch state goes by. `waitMs`: patience for the lock (D8). */
export interface BranchWorld extends LookUp, LockWorld {
	readonly waitMs: number;
}

/** The writer's view of the file that holds, or shall hold, the state of a place's branch. */
export function branchTarget(path: string, place: Place, world: BranchWorld): BranchTarget {
	return {
		...world,
		path,
		kind: sealedStateKind(place, world),
		quarantineDir: join(place.stateDir, 'quarantine'),
		historyPath: historyPath(path, place),
		// A branch's file is created by its claim only; one that is gone by now may go to another branch.
		isMine: (found) =>
			found.kind === 'present' ? found.doc.branch === place.branch : found.kind !== 'absent',
	};
}

/** `history/<same name>.jsonl` (D10). */
export function historyPath(path: string, place: Place): string {
	return join(place.stateDir, 'history', `${basename(path, '.json')}.jsonl`);
}
