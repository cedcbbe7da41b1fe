import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { BranchStates } from '../app/ports.ts';
import { Fault } from '../core/fault/fault.ts';
import { isStateFile, type Place } from '../git/place.ts';
import type { Loaded } from '../store/document.ts';
import type { WriterWorld } from '../store/lock.ts';
import { fileNamesIn, unlessError } from '../store/read-regular.ts';
import { linkIn } from '../store/state-folders.ts';
import { quarantineIfCorrupt } from '../store/update-document.ts';
import type { BranchState } from './branch-state.ts';
import { branchStateKind } from './branch-state-kind.ts';
import {
	type BranchWorld,
	branchTarget,
	historyPath,
	type Location,
	type LookUp,
	locate,
	readHistory,
} from './branch-state-location.ts';
import { statesElsewhere } from './states-elsewhere.ts';
import { updateBranchState } from './update-branch-state.ts';

export interface BranchStateOptions extends WriterWorld, Omit<LookUp, 'now'> {}

/** The requirement state of each branch as `<stateDir>/<branch>.json` (D4, D7, D8, D10). */
export function liveBranchStates(options: BranchStateOptions): BranchStates {
	const world = (): BranchWorld => ({ ...options, now: options.now() });
	return {
		read: async (place) => read(place, world()),
		update: async (place, changes) => {
			const link = linkIn(place.stateDir);
			if (link !== undefined) {
				const doc = branchStateKind(place, options.now()).empty();
				return { kind: 'refused', why: 'linked', doc, reason: `${link} is a link` };
			}
			return updateBranchState(place, changes, world());
		},
		elsewhere: async (place, session) => {
			if (!hasOthers(place, world())) return [];
			return statesElsewhere(place, session, options.now());
		},
		history: async (place) => {
			const found = attemptLocate(place, world());
			if (found.kind === 'unreadable') return [];
			return readHistory(historyPath(found.path, place));
		},
		file: (place) => locate(place, world()).path,
		// A link is no obstacle of the user's: gates refuse until it is gone.
		writable: ({ stateDir }) => linkIn(stateDir) !== undefined || isWritable(stateDir),
	};
}

/** Whether any state may be another branch's: a project mostly begins with one. */
function hasOthers(place: Place, lookUp: LookUp): boolean {
	const found = attemptLocate(place, lookUp);
	const own = found.kind === 'unreadable' ? undefined : basename(found.home);
	return fileNamesIn(place.stateDir).some((name) => isStateFile(name) && name !== own);
}

/** What lies behind a link was put there by somebody else: it is neither believed nor written to. */
function behindLink(place: Place, now: number): Loaded<BranchState> | undefined {
	const link = linkIn(place.stateDir);
	if (link === undefined) return undefined;
	return { kind: 'present', doc: { ...branchStateKind(place, now).empty(), behind_link: link } };
}

/** A branch's state for those who may change nothing: what is corrupt stays where it is. */
export function lookAtBranchState(place: Place, lookUp: LookUp): Loaded<BranchState> {
	return behindLink(place, lookUp.now) ?? loadedAt(attemptLocate(place, lookUp), place);
}

async function read(place: Place, world: BranchWorld): Promise<Loaded<BranchState>> {
	const linked = behindLink(place, world.now);
	if (linked !== undefined) return linked;
	const found = attemptLocate(place, world);
	const loaded = loadedAt(found, place);
	if (found.kind === 'unreadable' || loaded.kind !== 'corrupt') return loaded;
	const movedTo = await quarantineIfCorrupt(branchTarget(found.path, place, world));
	if (movedTo === undefined) return locate(place, world).loaded;
	return { kind: 'corrupt', reason: `${loaded.reason}; moved to ${movedTo}` };
}

type Found = Location | { readonly kind: 'unreadable'; readonly reason: string };

function loadedAt(found: Found, place: Place): Loaded<BranchState> {
	if (found.kind === 'unreadable') return { kind: 'corrupt', reason: found.reason };
	const { kind, loaded } = found;
	if (kind !== 'former' || loaded.kind !== 'present') return loaded;
	return { kind: 'present', doc: { ...loaded.doc, branch: place.branch } };
}

/** What may not be read counts like what cannot be: gates on, and `writable` says whether they may refuse (D7). */
function attemptLocate(place: Place, lookUp: LookUp): Found {
	try {
		return locate(place, lookUp);
	} catch (error) {
		if (!(error instanceof Fault) || error.code !== 'state_unreadable') throw error;
		return { kind: 'unreadable', reason: [error.message, error.hint ?? []].flat().join('; ') };
	}
}

/** Whether a directory can be written: itself, or where it would be made. */
export function isWritable(directory: string): boolean {
	if (!existsSync(directory) && dirname(directory) !== directory) {
		return isWritable(dirname(directory));
	}
	const isDirectory = unlessError(() => {
		accessSync(directory, constants.W_OK | constants.X_OK);
		return statSync(directory).isDirectory();
	});
	return isDirectory === true;
}
