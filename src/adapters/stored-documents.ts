import { lstatSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Processes } from '../app/ports.ts';
import { isStateFile } from '../core/branch-state/file-name.ts';
import type { Lying, StoredForUser, StoredState } from '../core/doctor/stored.ts';
import type { DocumentKind } from '../core/document/document.ts';
import { Fault } from '../core/fault/fault.ts';
import type { Place } from '../core/place/place.ts';
import { registryKind } from '../core/registry/kind.ts';
import { parseRecord } from '../core/setup/record.ts';
import { isLink, isWritable } from './branch-state-files.ts';
import { lyingIn, namesIn } from './lying-around.ts';
import { readStored } from './read-document.ts';
import { sealedStateKind } from './seal.ts';
import { projectQuarantine, projectShelves, userQuarantine, userShelves } from './stray-files.ts';

/** Whose documents, seen from where. */
export interface StoredWorld {
	readonly configDir: string;
	readonly hostname: string;
	readonly processes: Processes;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
}

/** More branches than anybody keeps; looking at each takes half a millisecond. */
const MAX_DOCUMENTS = 2_000;
const RECORD = 'init.json';

/** The state directory of a place, as it lies on disk: nothing is moved, mended or made (D7). */
export function storedState(place: Place, world: StoredWorld): StoredState {
	const { stateDir } = place;
	const kind = sealedStateKind(place, { ...world, now: world.now() });
	const names = namesIn(stateDir).filter(isStateFile);
	const directories = [stateDir, join(world.configDir, 'requirements')];
	const records = directories
		.filter((directory) => namesIn(directory).includes(RECORD))
		.map((directory) => join(directory, RECORD));
	return {
		...lyingIn({
			...world,
			shelves: projectShelves(stateDir),
			quarantineDir: projectQuarantine(stateDir),
			now: world.now(),
		}),
		directory: stateDir,
		linked: isLink(stateDir),
		writable: isWritable(stateDir),
		free: freeBytes(stateDir),
		documents: names.slice(0, MAX_DOCUMENTS).map((name) => {
			const path = join(stateDir, name);
			return { path, lying: lyingAt(path, kind) };
		}),
		records: records.map((path) => ({ path, lying: lyingAt(path, { parse: parseRecord }) })),
		journals: bytesIn(join(stateDir, 'sessions')),
	};
}

/** The registry and the cache of a user, likewise. */
export function storedForUser(world: StoredWorld): StoredForUser {
	const { configDir } = world;
	const path = join(configDir, 'sessions.json');
	const cache = join(configDir, 'requirements', 'cache');
	return {
		...lyingIn({
			...world,
			shelves: userShelves(configDir),
			quarantineDir: userQuarantine(configDir),
			now: world.now(),
		}),
		registry: { path, lying: lyingAt(path, registryKind) },
		writable: isWritable(configDir),
		cache: { path: cache, writable: isWritable(cache) },
	};
}

/** A document as it lies in its file, left as it is. */
export function lyingAt<Doc extends object>(
	path: string,
	kind: Pick<DocumentKind<Doc, never>, 'parse' | 'seal'>,
): Lying<Doc> {
	try {
		return readStored(path, kind).loaded;
	} catch (error) {
		if (!(error instanceof Fault)) throw error;
		return { kind: 'unreadable', reason: error.message };
	}
}

function bytesIn(directory: string): number {
	const sizes = namesIn(directory).map(
		(name) => lstatSync(join(directory, name), { throwIfNoEntry: false })?.size ?? 0,
	);
	return sizes.reduce((sum, size) => sum + size, 0);
}

/** Of the directory, or of the nearest one above it that exists. */
function freeBytes(directory: string): number | undefined {
	try {
		const { bavail, bsize } = statfsSync(directory);
		return bavail * bsize;
	} catch (error) {
		const isAbsent = (error as NodeJS.ErrnoException).code === 'ENOENT';
		return isAbsent && dirname(directory) !== directory ? freeBytes(dirname(directory)) : undefined;
	}
}
