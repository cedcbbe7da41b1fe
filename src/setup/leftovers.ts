import { lstatSync, readdirSync, rmSync, type Stats } from 'node:fs';
import { basename, join } from 'node:path';
import type { Context } from '../core/context.ts';
import type { Place } from '../git/place.ts';
import type { RegistryEntry } from '../state/registry-kind.ts';
import { codeOf, ifInReach } from '../store/errors.ts';

/** What decides whether something is still needed. */
export interface PruneWorld {
	readonly place: Place;
	readonly context: Context;
	/** The entries of all live sessions. */
	readonly live: readonly RegistryEntry[];
	/** Archived records of sessions last active before then (milliseconds) go; `undefined`: none does. */
	readonly archivedBefore: number | undefined;
}

/** The folders of a state directory that hold documents, and the directory itself. */
export const STATE_FOLDERS = ['', 'history', 'sessions', 'sessions/archive', 'inherited', 'runs'];

/** Something in a folder of req. A link is not followed. */
export interface Thing {
	readonly path: string;
	readonly name: string;
	readonly stats: Stats;
	/** Of a folder: of all files in it. */
	readonly bytes: number;
	/** When it was last written to, or anything in it, in milliseconds since the epoch. */
	readonly writtenAt: number;
}

/** One kind of thing that `req prune` removes: a row of the table in `prune.ts`. */
export interface PrunedKind {
	/** Its name for scripts. */
	readonly kind: string;
	readonly what: string;
	/** Absolute. */
	readonly folders: readonly string[];
	/** The names of such things. */
	readonly name: RegExp;
	/** Folders count as well as regular files. */
	readonly mayBeFolder?: boolean;
	/** For how many days it is kept; 0: it goes as soon as nobody needs it. */
	readonly days: number;
	/** Since when, in milliseconds since the epoch. Default: since it was last written to. */
	readonly since?: (thing: Thing) => number;
	/** Whether somebody still needs it, or nobody can tell. Default: nobody does. */
	readonly isNeeded?: (thing: Thing) => boolean;
	/** The branch, session or directory that it belongs to: foreign text. */
	readonly of?: (thing: Thing) => string | undefined;
	/** Comes before it is deleted. */
	readonly before?: (thing: Thing) => void;
}

/** A thing that nobody needs any more. */
export interface Leftover extends Thing {
	readonly row: PrunedKind;
	/** What it belongs to: foreign text. */
	readonly of: string | undefined;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Finds what nobody needs any more. Changes nothing. What this user may not read stays.
 *
 * @param now milliseconds since the epoch
 */
export function findLeftovers(rows: readonly PrunedKind[], now: number): readonly Leftover[] {
	const leftover = (row: PrunedKind, path: string): readonly Leftover[] => {
		const thing = thingAt(path);
		return thing && goes(thing, row, now) ? [{ ...thing, row, of: row.of?.(thing) }] : [];
	};
	return rows.flatMap((row) =>
		row.folders.flatMap((folder) =>
			namesIn(folder)
				.filter((name) => row.name.test(name))
				.flatMap((name) => ifInReach(() => leftover(row, join(folder, name))) ?? []),
		),
	);
}

/** Deletes a leftover. Returns why that is impossible; `undefined` if it is gone. */
export function removeLeftover({ row, ...thing }: Leftover): string | undefined {
	try {
		row.before?.(thing);
		rmSync(thing.path, { force: true, recursive: true });
		return undefined;
	} catch (error) {
		if (codeOf(error) === '') throw error;
		return `the system refuses: ${codeOf(error)}`;
	}
}

function goes(thing: Thing, { mayBeFolder, days, since, isNeeded }: PrunedKind, now: number) {
	const { stats, writtenAt } = thing;
	const isOfType = stats.isFile() || (mayBeFolder === true && stats.isDirectory());
	const isOld = days === 0 || now - (since?.(thing) ?? writtenAt) > days * DAY_MS;
	return isOfType && isOld && isNeeded?.(thing) !== true;
}

function thingAt(path: string): Thing | undefined {
	const stats = lstatSync(path, { throwIfNoEntry: false });
	if (stats === undefined) return undefined;
	const names = stats.isDirectory() ? namesIn(path) : [];
	const inside = names.flatMap((name) => thingAt(join(path, name)) ?? []);
	const size = stats.isFile() ? stats.size : 0;
	return {
		path,
		name: basename(path),
		stats,
		bytes: inside.reduce((sum, { bytes }) => sum + bytes, size),
		writtenAt: Math.max(stats.mtimeMs, ...inside.map((one) => one.writtenAt)),
	};
}

function namesIn(folder: string): readonly string[] {
	return ifInReach(() => readdirSync(folder).sort()) ?? [];
}
