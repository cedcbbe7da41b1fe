import { basename, join } from 'node:path';
import type { Session } from '../core/session/session-id.ts';
import { isStateFile, type Place } from '../git/place.ts';
import { foldingPath, pendingPath, readDocument } from '../store/read-document.ts';
import { fileNamesIn, readTail, unlessFault } from '../store/read-regular.ts';
import type { BranchState } from './branch-state.ts';
import { branchStateKind } from './branch-state-kind.ts';

/** No honest state comes near it. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * The states of other branches that name a session. A file is parsed
 * only if it contains the full id: most branches belong to other sessions.
 *
 * @param now milliseconds since the epoch
 */
export function statesElsewhere(place: Place, { uuid }: Session, now: number): BranchState[] {
	const files = new Set(fileNamesIn(place.stateDir).map((name) => join(place.stateDir, name)));
	return [...files]
		.filter((path) => isStateFile(basename(path)))
		.flatMap((path) => {
			const texts = [path, pendingPath(path), foldingPath(path)].filter((file) => files.has(file));
			if (!texts.some((file) => readTail(file, MAX_BYTES)?.includes(uuid))) return [];
			const loaded = unlessFault(() => readDocument(path, branchStateKind(place, now)));
			return loaded?.kind === 'present' && loaded.doc.branch !== place.branch ? [loaded.doc] : [];
		});
}
