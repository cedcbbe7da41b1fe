import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { BranchStates } from '../app/ports.ts';
import { Fault } from '../core/fault/fault.ts';
import { isStateFile, type Place } from '../git/place.ts';
import type { Loaded } from '../store/document.ts';
import { unlessError } from '../store/errors.ts';
import type { Writer } from '../store/lock.ts';
import { fileNamesIn } from '../store/read-file.ts';
import { quarantineIfCorrupt, setAsideTo, underLock } from '../store/update-document.ts';
import type { BranchState } from './branch-state.ts';
import { branchStateKind } from './branch-state-kind.ts';
import {
	branchFile,
	branchStatesLock,
	historyPath,
	type Location,
	locate,
	readHistory,
} from './branch-state-location.ts';
import { statesElsewhere } from './states-elsewhere.ts';
import { updateBranchState } from './update-branch-state.ts';

/** The requirement state of each branch as `<stateDir>/<branch>.json` (D4, D7, D8, D10). */
export function liveBranchStates(context: Writer): BranchStates {
	return {
		read: async (place) => read(place, context),
		update: async (place, changes) => {
			const { link } = place;
			if (link !== undefined) {
				return { kind: 'refused', why: 'linked', reason: `${link} is a link` };
			}
			return updateBranchState(place, changes, context);
		},
		elsewhere: async (place, session) => {
			if (!hasOthers(place, context.now())) return [];
			return statesElsewhere(place, session, context.now());
		},
		history: async (place) => {
			const found = attemptLocate(place, context.now());
			if (found.kind === 'unreadable') return [];
			return readHistory(historyPath(found.path, place));
		},
		file: (place) => locate(place, context.now()).path,
		// A link is no obstacle of the user's: gates refuse until it is gone.
		writable: ({ stateDir, link }) => link !== undefined || isWritable(stateDir),
	};
}

/** Whether any state may be another branch's: a project mostly begins with one. */
function hasOthers(place: Place, now: number): boolean {
	const found = attemptLocate(place, now);
	const own = found.kind === 'unreadable' ? undefined : basename(found.home);
	return fileNamesIn(place.stateDir).some((name) => isStateFile(name) && name !== own);
}

/** What is behind a link is neither believed nor written to. */
function behindLink(place: Place, now: number): Loaded<BranchState> | undefined {
	if (place.link === undefined) return undefined;
	const doc = { ...branchStateKind(place, now).empty(), behind_link: place.link };
	return { kind: 'present', doc };
}

/** A corrupt file is moved to quarantine, unless nothing may be written or the lock is busy. */
async function read(place: Place, context: Writer): Promise<Loaded<BranchState>> {
	const now = context.now();
	const linked = behindLink(place, now);
	if (linked !== undefined) return linked;
	const found = attemptLocate(place, now);
	if (found.kind === 'unreadable') return { kind: 'corrupt', reason: found.reason };
	const { path, loaded } = found;
	if (loaded.kind !== 'corrupt' || context.writing.isReadOnly) return loaded;
	const aside = () => quarantineIfCorrupt(branchFile(path, place, now), context);
	const moved = await underLock(branchStatesLock(place), aside, context);
	if (typeof moved === 'string') return setAsideTo(moved, loaded.reason);
	return locate(place, now).loaded;
}

type Found = Location | { readonly kind: 'unreadable'; readonly reason: string };

/** What may not be read counts like what cannot be: gates on, and `writable` says whether they may refuse (D7). */
function attemptLocate(place: Place, now: number): Found {
	try {
		return locate(place, now);
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
