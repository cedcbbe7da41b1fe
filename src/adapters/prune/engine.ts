import { lstatSync, readdirSync, rmSync, type Stats } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { KeptLeftover, Leftover, PruneSearch } from '../../app/leftover-ports.ts';
import type { Context } from '../../core/context.ts';
import { isPast } from '../../core/prune/retention.ts';
import type { Place } from '../../git/place.ts';
import type { RegistryEntry } from '../../state/registry-kind.ts';
import { codeOf, ifInReach, ifThere } from '../../store/errors.ts';
import { type HoldsLock, type Writer, withLock } from '../../store/lock.ts';
import { existingPart, makeDirectory, realPath } from '../../store/paths.ts';

/** Everything a search for leftovers goes by. */
export interface PruneWorld {
	readonly context: Context;
	/** Milliseconds since the epoch: when the search began. */
	readonly now: number;
	readonly place: Place;
	/** The directory, trusted as it is, beside or below which the project keeps everything. */
	readonly base: string;
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

/** A directory, and what of the things in it goes. */
export interface PrunedFolder {
	readonly directory: string;
	/** The directory, trusted as it is, that it lies in. */
	readonly base: string;
	/** How the names of ours begin there. */
	readonly start?: string;
	readonly rows: readonly Retention[];
	/** Why nothing here can be judged, where that is so. */
	readonly unjudged?: string | undefined;
}

/** Things of one kind: which they are, when they go, and how. */
export interface Retention {
	readonly kind: Leftover['kind'];
	readonly name: RegExp;
	/** `any`: also a link, a socket and the like. */
	readonly type: 'file' | 'directory' | 'either' | 'any';
	/** By which kind its age counts, where it is not its own. */
	readonly ageOf?: Leftover['kind'];
	/** Since when it is kept (milliseconds): since it was last written, where nothing else is said. */
	readonly since?: (entry: Entry) => number;
	/** A text says why, where that is not plain to see. */
	readonly isNeeded?: (entry: Entry) => boolean | string;
	/** It is asked again right before it goes, and stays for this reason where it is needed by then. */
	readonly again?: string;
	/** Absolute, where it is not the entry's own. */
	readonly path?: (entry: Entry) => string;
	/** What it is of. Foreign text. */
	readonly of?: (entry: Entry) => string | undefined;
	/** What becomes free; the size of a file where nothing else is said. */
	readonly bytes?: (entry: Entry) => number;
	/** Why it stays; where nothing else is said, it goes unless somebody has written to it since. */
	readonly remove?: (entry: Entry) => Promise<string | undefined> | string | undefined;
}

const NOTHING: PruneSearch = { leftovers: [], kept: [] };
/** `ENOENT` of the system, and not `ERR_INVALID_ARG_TYPE` of a bug. */
const SYSTEM_CODE = /^E[A-Z0-9]+$/;

/** What goes, and what would have to be judged and cannot be. */
export function findLeftovers(shelves: readonly PrunedFolder[], now: number): PruneSearch {
	const all = joined(shelves.map((shelf) => looked(shelf.base, () => searchOne(shelf, now))));
	// Several shelves share a folder, and say the same of it.
	const kept = new Map(all.kept.map((one) => [`${one.path}\n${one.why}`, one]));
	return { ...all, kept: [...kept.values()] };
}

function searchOne(shelf: PrunedFolder, now: number): PruneSearch {
	const { directory, base, start = '', rows, unjudged } = shelf;
	const { entries, kept } = entriesBelow(directory, base);
	const ours = entries.filter(({ name }) => name.startsWith(start));
	const judged = rows.flatMap((row) =>
		ours.map((entry) => looked(entry.path, () => judge(row, entry, now))),
	);
	const unknown = unjudged === undefined ? NOTHING : keeping(directory, unjudged);
	return joined([{ leftovers: [], kept }, ...judged, unknown]);
}

function joined(all: readonly PruneSearch[]): PruneSearch {
	return {
		leftovers: all.flatMap(({ leftovers }) => leftovers),
		kept: all.flatMap(({ kept }) => kept),
	};
}

/** What a search finds. What goes while it looks is gone; what it may not look at stays under that path. */
function looked(path: string, look: () => PruneSearch): PruneSearch {
	try {
		return look();
	} catch (error) {
		const why = whyNot(error);
		return why === undefined ? NOTHING : keeping(path, why);
	}
}

function judge(row: Retention, entry: Entry, now: number): PruneSearch {
	const { kind, ageOf = kind } = row;
	const { name, stats } = entry;
	if (!row.name.test(name) || !isOfType(row.type, stats)) return NOTHING;
	const since = row.since?.(entry) ?? stats.mtimeMs;
	if (!isPast(ageOf, since, now)) return NOTHING;
	const needed = row.isNeeded?.(entry) ?? false;
	const path = row.path?.(entry) ?? entry.path;
	if (typeof needed === 'string') return keeping(path, needed);
	if (needed) return NOTHING;
	const bytes = row.bytes?.(entry) ?? (stats.isFile() ? stats.size : 0);
	const { again, isNeeded, remove: removeEntry = removeUnchanged } = row;
	const remove = async () =>
		again !== undefined && isNeeded?.(entry) ? again : removeEntry(entry);
	const leftover = { kind, path, bytes, of: row.of?.(entry), remove };
	return { leftovers: [removable(leftover)], kept: [] };
}

function isOfType(type: Retention['type'], stats: Stats): boolean {
	if (type === 'any') return true;
	return (stats.isFile() && type !== 'directory') || (stats.isDirectory() && type !== 'file');
}

function keeping(path: string, why: string): PruneSearch {
	return { leftovers: [], kept: [{ path, why }] };
}

/** Why it stays; `undefined`: it is gone. */
export function removeUnchanged({ path, stats }: Entry): string | undefined {
	const there = lstatSync(path, { throwIfNoEntry: false });
	if (there !== undefined && there.mtimeMs !== stats.mtimeMs) return 'it changed meanwhile';
	rmSync(path, { force: true, recursive: true });
	return undefined;
}

/** Why something stays: what `remove` says under the lock of a document, or that somebody else has that. */
export async function underLock(
	path: string,
	context: Writer,
	remove: (holdsLock: HoldsLock) => string | undefined,
	busy = 'somebody holds its lock',
): Promise<string | undefined> {
	makeDirectory(dirname(path));
	const locked = await withLock(path, remove, context);
	return locked.kind === 'held' ? locked.value : busy;
}

/** The same leftover, whose removal ends with a reason where the system refuses it: it throws bugs only. */
export function removable(leftover: Leftover): Leftover {
	return { ...leftover, remove: () => leftover.remove().catch(whyNot) };
}

/** The system's reason; `undefined`: it is gone already, another prune was faster. */
function whyNot(error: unknown): string | undefined {
	const code = codeOf(error);
	if (!SYSTEM_CODE.test(code)) throw error;
	return code === 'ENOENT' ? undefined : (error as Error).message;
}

/**
 * What lies in one of our directories. One that a link leads to is nobody's of ours: what lies there is
 * not looked at.
 *
 * @param base the directory, trusted as it is, that `dir` lies in
 */
export function entriesBelow(
	dir: string,
	base: string,
): { readonly entries: readonly Entry[]; readonly kept: readonly KeptLeftover[] } {
	if (realPath(dir) !== join(realPath(base), relative(base, dir))) {
		return { entries: [], kept: [{ path: dir, why: 'a link leads to it from elsewhere' }] };
	}
	const look = () =>
		(ifThere(() => readdirSync(dir).sort()) ?? []).flatMap((name): Entry[] => {
			const path = join(dir, name);
			const stats = lstatSync(path, { throwIfNoEntry: false });
			return stats === undefined ? [] : [{ name, path, stats }];
		});
	const entries = ifInReach(look);
	if (entries !== undefined) return { entries, kept: [] };
	return { entries: [], kept: [{ path: existingPart(dir), why: 'it may not be read' }] };
}
