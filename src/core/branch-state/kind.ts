import { type DocumentKind, parserOf } from '../document/document.ts';
import { valueIn } from '../document/shape.ts';
import type { Place } from '../place/place.ts';
import { applyChanges } from './apply.ts';
import { BranchChange } from './change.ts';
import { migrateBranchState } from './migrate.ts';
import { BranchState } from './schema.ts';

/** How the state of one branch is read and changed. `now`: milliseconds since the epoch. */
export function branchStateKind(
	place: Pick<Place, 'branch' | 'root'>,
	now: number,
): DocumentKind<BranchState, BranchChange> {
	const at = new Date(now).toISOString();
	const birth = { branch: place.branch, project: place.root, at };
	return {
		parse: parserOf({ version: 1, shape: BranchState }, (json) => migrateBranchState(json, birth)),
		empty: () => ({
			schema_version: 1,
			branch: birth.branch,
			project: birth.project,
			created_at: at,
			updated_at: at,
			requirements: {},
		}),
		apply: (doc, changes) => applyChanges(doc, changes, at),
		parseChange: (json) => valueIn(BranchChange, json),
	};
}
