import type { BranchChange } from '../branch-state/change.ts';
import { type Config, remembers } from '../config/config.ts';
import type { ActivityEntry } from '../journal/activity.ts';

/** What changes satisfy, for the journal of a session that is remembered (S2-010): one entry or none. */
export function satisfiedEntry(config: Config, changes: readonly BranchChange[]): ActivityEntry[] {
	if (!remembers(config)) return [];
	const names = changes.flatMap((change) =>
		change.op === 'satisfy' ? change.names.map(({ name }) => name) : [],
	);
	return names.length === 0 ? [] : [{ e: 'satisfied', names }];
}
