import { anyLineIn } from '../core/journal/line.ts';
import { type Restorable, restorables } from '../core/observe/restorable.ts';
import type { Place } from '../core/place/place.ts';
import { KEPT_DAYS } from '../core/prune/retention.ts';
import type { PutBack } from './look-ports.ts';
import type { DeskPorts } from './ports.ts';

const DAY_MS = 86_400_000;

/** A file, and what became of it; `back`: it was as before already. */
export interface Restored {
	readonly path: string;
	readonly became: PutBack | 'back';
}

/**
 * Puts back the files that calls of any session changed round a gate on this branch.
 *
 * @param isWanted whether a path is asked for
 * @param isDry says what would become of them, and writes nothing
 */
export async function putFilesBack(
	place: Place,
	{ isWanted, isDry }: { readonly isWanted: (path: string) => boolean; readonly isDry: boolean },
	ports: DeskPorts,
): Promise<readonly Restored[]> {
	const files = (await changedRoundGates(place, ports)).filter(({ path }) => isWanted(path));
	const snapshots = await ports.snapshots();
	const looks = await ports.looks();
	const isBack = ({ path, was, commit }: Restorable) =>
		was === 'clean' && commit !== undefined
			? looks.differing(place, commit, undefined)?.includes(path) === false
			: snapshots.standing(place, path) === was;
	return files.map((file) => {
		if (isBack(file)) return { path: file.path, became: 'back' };
		return { path: file.path, became: snapshots.putBack(place, file, isDry) };
	});
}

/** What is older has no snapshot left. */
async function changedRoundGates(place: Place, ports: DeskPorts): Promise<readonly Restorable[]> {
	const keys = await ports.journal.recent(place, ports.now() - KEPT_DAYS.snapshot * DAY_MS);
	const journals = await Promise.all(keys.map((key) => ports.journal.read(place, key)));
	const lines = journals.flat().flatMap((raw) => anyLineIn(raw) ?? []);
	lines.sort((one, other) => (one.at < other.at ? -1 : 1));
	return restorables(lines, place.branch);
}
