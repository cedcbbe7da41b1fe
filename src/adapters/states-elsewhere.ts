import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isStateFile } from '../core/branch-state/file-name.ts';
import type { BranchState } from '../core/branch-state/schema.ts';
import type { Place } from '../core/place/place.ts';
import type { Session } from '../core/session/session-id.ts';
import { foldingPath, pendingPath } from './pending-lines.ts';
import { isForeign, readDocument } from './read-document.ts';
import { readTail } from './read-regular.ts';
import { type SealWorld, sealedStateKind } from './seal.ts';
import { unlessFault } from './unless-fault.ts';

/** No honest state comes near it. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * The states of other branches that name a session. Loaded only where something is not satisfied. A file is
 * parsed only when the full id stands in it: most branches belong to other sessions.
 */
export function statesElsewhere(place: Place, { uuid }: Session, world: SealWorld): BranchState[] {
	const files = new Set(filesIn(place.stateDir));
	return [...files]
		.filter((path) => isStateFile(basename(path)))
		.flatMap((path) => {
			const texts = [path, pendingPath(path), foldingPath(path)].filter((file) => files.has(file));
			if (!texts.some((file) => readTail(file, MAX_BYTES)?.includes(uuid))) return [];
			const loaded = unlessFault(() => readDocument(path, sealedStateKind(place, world)));
			const isOther = loaded?.kind === 'present' && loaded.doc.branch !== place.branch;
			return isOther && !isForeign(loaded) ? [loaded.doc] : [];
		});
}

function filesIn(dir: string): string[] {
	try {
		return readdirSync(dir).map((name) => join(dir, name));
	} catch {
		return [];
	}
}
