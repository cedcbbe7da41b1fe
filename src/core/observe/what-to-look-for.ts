import type { Requirement, Trigger } from '../config/config.ts';
import { matchesGlob } from '../config/glob.ts';
import type { Standing } from '../requirement/standing.ts';
import { holdsCommits, isEdit } from './asks-for-looks.ts';

/** What a standing asks of the call that comes: `files`, to be looked at before and after it; `refs`, which cost less. */
export function asked(standing: Standing): 'files' | 'refs' | undefined {
	const { requirement, satisfied, reason } = standing;
	const { blocks, triggers, staleAfter, enforce, scope } = requirement;
	if (satisfied) {
		const isUsedUp = scope === 'single_use' && blocks.some(isEdit);
		return reason === 'satisfied' && (isUsedUp || staleAfter.some(isEdit)) ? 'files' : undefined;
	}
	if (enforce === 'warn') return undefined;
	if ([...blocks, ...triggers].some(isEdit)) return 'files';
	return holdsCommits(requirement) ? 'refs' : undefined;
}

/** Whether edits of a file wait for a requirement. */
export function holdsEdit({ blocks, enforce }: Requirement, path: string): boolean {
	return enforce === 'deny' && blocks.some((one) => isEditOf(one, path));
}

/** Whether any requirement asks about edits of a file. */
export function isWatched(requirements: readonly Requirement[], path: string): boolean {
	return requirements.some(({ blocks, triggers, staleAfter }) =>
		[...blocks, ...triggers, ...staleAfter].some((one) => isEditOf(one, path)),
	);
}

function isEditOf(trigger: Trigger, path: string): boolean {
	return trigger.on === 'edit' && (trigger.glob === undefined || matchesGlob(trigger.glob, path));
}
