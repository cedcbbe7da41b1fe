import { join } from 'node:path';
import type { Session } from '../core/session/session-id.ts';
import { isStateFile, type Place } from '../git/place.ts';
import { unlessFault } from '../store/errors.ts';
import { readDocument } from '../store/read-document.ts';
import { fileNamesIn, readTail } from '../store/read-file.ts';
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
	return fileNamesIn(place.stateDir)
		.filter(isStateFile)
		.flatMap((name) => {
			const path = join(place.stateDir, name);
			if (readTail(path, MAX_BYTES)?.includes(uuid) !== true) return [];
			const loaded = unlessFault(() => readDocument(path, branchStateKind(place, now)));
			return loaded?.kind === 'present' && loaded.doc.branch !== place.branch ? [loaded.doc] : [];
		});
}
