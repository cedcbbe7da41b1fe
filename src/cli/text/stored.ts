import type { Stored } from '../../app/commands/store-changes.ts';

/** What a user should know of how a change was kept; nothing where it simply was (D8). */
export function storageWarnings({ kind }: Stored): string[] {
	if (kind !== 'pending') return [];
	return ['the state is busy; the change is kept beside it and folded in by the next write'];
}
