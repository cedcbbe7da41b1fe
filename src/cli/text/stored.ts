import type { Stored } from '../../app/commands/store-changes.ts';
import { oneLine } from '../../core/inject/one-line.ts';

/** What a user should know of how a change was kept: on stderr, none where all went well (D7, D8). */
export function storageWarnings({ kind, quarantined }: Stored): string[] {
	return [
		...(quarantined === undefined
			? []
			: [`the stored state was unreadable and is set aside: ${oneLine(quarantined)}`]),
		...(kind === 'pending'
			? ['the state is busy; the change is kept beside it and folded in by the next write']
			: []),
	];
}
