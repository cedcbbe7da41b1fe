import { lstatSync, rmdirSync, rmSync } from 'node:fs';
import type { Leftover, PruneSearch } from '../../app/leftover-ports.ts';
import { isLitter, isPast, quarantinedAt } from '../../core/prune/retention.ts';
import {
	LOCK_BREAK,
	lockedDocuments,
	projectQuarantine,
	projectShelves,
	type Shelf,
	TEMPORARY,
	userQuarantine,
	userShelves,
} from '../litter.ts';
import { withLock } from '../lock.ts';
import { abandonedLock } from '../lock-owner.ts';
import { type Entry, joined, type Listed, listed, type PruneWorld } from './prune-world.ts';

/** What processes that died left behind, and what was unreadable more than 30 days ago. */
export function litter(world: PruneWorld, base: string): PruneSearch {
	const { place, configDir } = world;
	const dirs = [
		...projectShelves(place.stateDir).map((shelf) => oursOn(shelf, base)),
		...userShelves(configDir).map((shelf) => oursOn(shelf, configDir)),
	];
	const quarantines = [
		listed(projectQuarantine(place.stateDir), base),
		listed(userQuarantine(configDir), configDir),
	];
	return joined([
		...dirs.map((dir) => left(dir, world)),
		...quarantines.map((dir) => pastQuarantine(dir, world)),
	]);
}

function oursOn({ directory, start }: Shelf, base: string): Listed {
	const { entries, kept } = listed(directory, base);
	return { entries: entries.filter(({ name }) => name.startsWith(start)), kept };
}

function left({ entries, kept }: Listed, world: PruneWorld): PruneSearch {
	const { now } = world;
	const old = entries.filter(({ stats }) => isLitter(stats.mtimeMs, now));
	const temporaries = old.filter(({ name, stats }) => TEMPORARY.test(name) && stats.isFile());
	const breaks = old.filter(({ name, stats }) => name.endsWith(LOCK_BREAK) && stats.isDirectory());
	const leftovers = [
		...temporaries.map((entry) => file('temporary', entry)),
		...breaks.map((entry) => lockLeftover(entry.path, async () => removeDirectory(entry.path))),
		...abandonedLocks(entries, world),
	];
	return { leftovers, kept };
}

/** A dead owner's lock is broken by whoever wants it next; nobody wants those of documents that are gone. */
function abandonedLocks(entries: readonly Entry[], world: PruneWorld): Leftover[] {
	return lockedDocuments(entries.map(({ path }) => path))
		.filter((path) => abandonedLock(path, world) !== undefined)
		.map((path) => lockLeftover(path, () => breakLock(path, world)));
}

async function breakLock(path: string, world: PruneWorld): Promise<string | undefined> {
	const request = { ...world, path, onBroken: () => undefined };
	const locked = await withLock(request, () => undefined);
	return locked.kind === 'held' ? undefined : 'somebody holds it again';
}

function pastQuarantine({ entries, kept }: Listed, { now }: PruneWorld): PruneSearch {
	const past = entries.filter(
		({ name, stats }) => stats.isFile() && isPast(quarantinedAt(name) ?? stats.ctimeMs, now),
	);
	return { leftovers: past.map((entry) => file('quarantine', entry)), kept };
}

function file(kind: Leftover['kind'], { path, stats }: Entry): Leftover {
	const remove = async () => {
		const now = lstatSync(path, { throwIfNoEntry: false });
		if (now !== undefined && now.mtimeMs !== stats.mtimeMs) return 'it changed meanwhile';
		rmSync(path, { force: true });
		return undefined;
	};
	return { kind, path, bytes: stats.size, of: undefined, remove };
}

function lockLeftover(path: string, remove: Leftover['remove']): Leftover {
	return { kind: 'lock', path, bytes: 0, of: undefined, remove };
}

function removeDirectory(path: string): undefined {
	rmdirSync(path);
}
