import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Kept, Leftover, PruneSearch } from '../../app/leftover-ports.ts';
import type { Place } from '../../core/place/place.ts';
import type { RegistryEntry } from '../../core/registry/schema.ts';
import type { GitEnv } from '../ask-git.ts';
import type { BranchWorld } from '../branch-state-target.ts';
import { isOutOfReach } from '../read-regular.ts';
import { realPath } from '../real-path.ts';

/** Everything a search for leftovers goes by. */
export interface PruneWorld extends BranchWorld {
	readonly place: Place;
	readonly configDir: string;
	readonly env: GitEnv;
	/** The entries of all live sessions. */
	readonly live: readonly RegistryEntry[];
	/** Archived records of sessions before this moment (milliseconds) go; `undefined`: none does. */
	readonly archivedBefore: number | undefined;
}

/** One thing in a directory, not followed where it is a link. */
export interface Entry {
	readonly name: string;
	readonly path: string;
	readonly stats: Stats;
}

export interface Listed {
	readonly entries: readonly Entry[];
	readonly kept: readonly Kept[];
}

export const NOTHING: PruneSearch = { leftovers: [], kept: [] };

/** PruneSearch of several searches as one. */
export function joined(all: readonly PruneSearch[]): PruneSearch {
	return {
		leftovers: all.flatMap(({ leftovers }): readonly Leftover[] => leftovers),
		kept: all.flatMap(({ kept }): readonly Kept[] => kept),
	};
}

/**
 * What lies in one of our directories. One that a link leads to is nobody's of ours: what lies there is
 * not looked at.
 *
 * @param base the directory, trusted as it is, that `dir` lies in
 */
export function listed(dir: string, base: string): Listed {
	if (realPath(dir) !== join(realPath(base), relative(base, dir))) {
		return { entries: [], kept: [{ path: dir, why: 'a link leads to it from elsewhere' }] };
	}
	try {
		const names = readdirSync(dir).sort();
		return { entries: names.flatMap((name) => entryOf(dir, name)), kept: [] };
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === 'ENOENT') return { entries: [], kept: [] };
		if (!isOutOfReach(error)) throw error;
		return { entries: [], kept: [{ path: dir, why: 'it may not be read' }] };
	}
}

/** The directory beside or below which a project keeps everything. */
export function baseOf({ place, configDir }: PruneWorld): string {
	return place.git ? dirname(place.stateDir) : configDir;
}

function entryOf(dir: string, name: string): Entry[] {
	const path = join(dir, name);
	const stats = lstatSync(path, { throwIfNoEntry: false });
	return stats === undefined ? [] : [{ name, path, stats }];
}
