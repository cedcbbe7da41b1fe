import { basename, join } from 'node:path';
import type { BranchState } from '../core/branch-state/schema.ts';
import type { ForeignState } from '../core/branch-state/trust.ts';
import { isStateFile, type Place, slug } from '../core/place/place.ts';
import type { Session } from '../core/session/session-id.ts';
import type { BranchWorld } from './branch-state-location.ts';
import { foldingPath, isForeign, pendingPath, readDocument, readStored } from './read-document.ts';
import { fileNamesIn, readTail, unlessFault } from './read-regular.ts';
import { type SealWorld, sealedStateKind } from './seal.ts';

/** The states of a project that another program wrote, the place's own branch first. */
export function foreignStates(place: Place, world: BranchWorld): ForeignState[] {
	const kind = sealedStateKind(place, world);
	const files = fileNamesIn(place.stateDir).filter(isStateFile);
	const found = files.flatMap((name) => {
		const path = join(place.stateDir, name);
		const loaded = unlessFault(() => readStored(path, kind).loaded);
		if (loaded === undefined || !('foreignSince' in loaded)) return [];
		const since = new Date(loaded.foreignSince ?? world.now).toISOString();
		const doc = loaded.kind === 'present' ? loaded.doc : kind.empty();
		return [{ path, since, branch: branchAt(path, doc, place), ...heldIn(doc) }];
	});
	const isOwn = ({ branch }: ForeignState) => (branch === place.branch ? 0 : 1);
	return found.sort((one, other) => isOwn(one) - isOwn(other));
}

/** A state that was put into the file of another branch is that one's once it is trusted. */
function branchAt(path: string, doc: BranchState, place: Place): string {
	const name = basename(path, '.json').split('~')[0];
	return slug(doc.branch) !== name && slug(place.branch) === name ? place.branch : doc.branch;
}

function heldIn({ requirements, paused }: BranchState): Pick<ForeignState, 'satisfied' | 'paused'> {
	const all = Object.entries(requirements).filter(
		([, { satisfied, sessions }]) =>
			satisfied === true || Object.values(sessions).some((entry) => entry.satisfied === true),
	);
	return { satisfied: all.map(([name]) => name), paused: paused !== undefined };
}

/** No honest state comes near it. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * The states of other branches that name a session. Loaded only where something is not satisfied. A file is
 * parsed only when the full id stands in it: most branches belong to other sessions.
 */
export function statesElsewhere(place: Place, { uuid }: Session, world: SealWorld): BranchState[] {
	const files = new Set(fileNamesIn(place.stateDir).map((name) => join(place.stateDir, name)));
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
