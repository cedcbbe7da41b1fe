import { type JournalLine, linesOfAll } from '../core/journal/line.ts';
import { type Restorable, restorables, withoutAccepted } from '../core/observe/restorable.ts';
import type { Place } from '../core/place/place.ts';
import { KEPT } from '../core/prune/retention.ts';
import type { PutBack } from './look-ports.ts';
import { differingOnce } from './observed-moves.ts';
import type { AllPorts, Ports } from './ports.ts';

const DAY_MS = 86_400_000;

/** A file, and what became of it; `back`: it was as before already. */
export interface Restored {
	readonly path: string;
	readonly became: PutBack | 'back';
	/** The call made it: to put it back is to remove it. */
	readonly wasAbsent: boolean;
	/** What git can do where it is not kept: show the change, or take it back with nothing else. */
	readonly git: 'shows' | 'restores' | undefined;
}

/**
 * Puts back the files that calls of any session changed round a gate on this branch, and whose requirements still wait.
 *
 * @param isWanted whether a path is asked for
 * @param isDry says what would become of them, and writes nothing
 * @returns `isMore`: calls changed more files than were noted
 */
export async function putFilesBack(
	place: Place,
	{ isWanted, isDry }: { readonly isWanted: (path: string) => boolean; readonly isDry: boolean },
	ports: AllPorts,
): Promise<{ readonly files: readonly Restored[]; readonly isMore: boolean }> {
	const lines = (await recentJournals(place, ports)).flatMap(withoutAccepted).sort(byTime);
	const { files: all, isMore } = restorables(lines, place.branch);
	const snapshots = await ports.snapshots();
	const differing = differingOnce(place, await ports.looks());
	const isBack = ({ path, was, commit = '' }: Restorable) =>
		was === 'clean'
			? differing(commit)?.includes(path) === false
			: snapshots.standing(place, path) === was;
	const files = all
		.filter(({ path }) => isWanted(path))
		.map((file): Restored => {
			const { path, was } = file;
			const became = isBack(file) ? 'back' : snapshots.putBack(place, file, isDry);
			// A file that was not there is nothing git can go back to, even if it is staged by now.
			const isInGit =
				became === 'not_kept' && was !== 'absent' && differing('HEAD')?.includes(path) === true;
			// With what was dirty before, somebody's own work would go, too.
			const git = was === 'clean' ? 'restores' : 'shows';
			return { path, became, wasAbsent: was === 'absent', git: isInGit ? git : undefined };
		});
	return { files, isMore };
}

/** The lines of each journal. Of what is older no snapshot is left. */
export async function recentJournals(
	place: Place,
	ports: Ports,
): Promise<readonly (readonly JournalLine[])[]> {
	const keys = await ports.journal.recent(place, ports.now() - KEPT.snapshot.days * DAY_MS);
	const journals = await Promise.all(keys.map((key) => ports.journal.read(place, key)));
	return journals.map(linesOfAll);
}

/** The oldest first. */
export function byTime(one: JournalLine, other: JournalLine): number {
	return one.at < other.at ? -1 : 1;
}
