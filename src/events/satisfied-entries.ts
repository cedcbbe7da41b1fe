import { type Config, remembers } from '../config/config.ts';
import type { JournalEntry } from '../journal/entries.ts';
import type { BranchChange } from '../state/changes.ts';

/** What changes satisfy, for the journal of a session that is remembered: an entry for each way. */
export function satisfiedEntries(config: Config, changes: readonly BranchChange[]): JournalEntry[] {
	if (!remembers(config)) return [];
	const ways = new Map<string, string[]>();
	for (const change of changes) {
		if (change.op !== 'satisfy') continue;
		ways.set(change.by, [...(ways.get(change.by) ?? []), change.name]);
	}
	return [...ways].map(([by, names]) => ({ e: 'satisfied', names, by }));
}
