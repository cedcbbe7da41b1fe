import { lstatSync, readdirSync, rmSync, type Stats } from 'node:fs';
import { basename, join } from 'node:path';
import type { Context } from '../core/context.ts';
import type { Place } from '../git/place.ts';
import type { RegistryEntry } from '../state/registry-kind.ts';
import { codeOf, ifInReach } from '../store/errors.ts';
import { existingPart } from '../store/paths.ts';

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
	/** Whether it is still needed; a text is the reason, for what looks unneeded. */
	readonly isNeeded?: (thing: Thing) => boolean | string;
	/** The branch, session or directory that it belongs to: foreign text. */
	readonly of?: (thing: Thing) => string | undefined;
	/** Returns why it stays, or `undefined`. Default: it is deleted. */
	readonly remove?: (thing: Thing) => Promise<string | undefined>;
}

/** A thing that nobody needs any more. */
export interface Leftover extends Thing {
	readonly row: PrunedKind;
	/** What it belongs to: foreign text. */
	readonly of: string | undefined;
}

/** A thing or folder that stays, and why. */
export interface Kept {
	readonly path: string;
	readonly why: string;
}

/** What can go, and what looks unneeded and stays. */
export interface Search {
	readonly leftovers: readonly Leftover[];
	readonly kept: readonly Kept[];
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Finds what nobody needs any more, and what cannot be judged. Changes nothing.
 *
 * @param now milliseconds since the epoch
 */
export function findLeftovers(rows: readonly PrunedKind[], now: number): Search {
	const leftovers: Leftover[] = [];
	// Rows that share a folder find the same of it.
	const kept = new Map<string, string>();
	const judge = (row: PrunedKind, path: string) => {
		const thing = thingAt(path);
		const goes = thing !== undefined && verdict(row, thing, now);
		if (typeof goes === 'string') kept.set(path, goes);
		else if (thing && goes) leftovers.push({ ...thing, row, of: row.of?.(thing) });
	};
	const orKept = (path: string, look: () => void) => {
		const why = obstacle(look);
		if (why !== undefined) kept.set(existingPart(path), why);
	};
	const search = (row: PrunedKind, folder: string) => {
		const names = readdirSync(folder).filter((name) => row.name.test(name));
		for (const name of names.sort()) {
			const path = join(folder, name);
			orKept(path, () => judge(row, path));
		}
	};
	for (const row of rows) {
		for (const folder of row.folders) orKept(folder, () => search(row, folder));
	}
	return { leftovers, kept: [...kept].map(([path, why]) => ({ path, why })) };
}

/**
 * Removes a leftover.
 *
 * @returns why it stays; `undefined` if it is gone, also if another process was faster
 */
export async function removeLeftover({ row, ...thing }: Leftover): Promise<string | undefined> {
	try {
		if (row.remove !== undefined) return await row.remove(thing);
		rmSync(thing.path, { force: true, recursive: true });
		return undefined;
	} catch (error) {
		return whyNot(error);
	}
}

/** True: it goes. False: it stays. A text: it stays for that reason. */
function verdict(row: PrunedKind, thing: Thing, now: number): boolean | string {
	const { stats, writtenAt } = thing;
	const isOfType = stats.isFile() || (row.mayBeFolder === true && stats.isDirectory());
	const age = now - (row.since?.(thing) ?? writtenAt);
	if (!isOfType || (row.days > 0 && age <= row.days * DAY_MS)) return false;
	const needed = row.isNeeded?.(thing) ?? false;
	return typeof needed === 'string' ? needed : !needed;
}

function thingAt(path: string): Thing | undefined {
	const stats = lstatSync(path, { throwIfNoEntry: false });
	if (stats === undefined) return undefined;
	const names = stats.isDirectory() ? ifInReach(() => readdirSync(path)) : [];
	const inside = (names ?? []).flatMap((name) => thingAt(join(path, name)) ?? []);
	const size = stats.isFile() ? stats.size : 0;
	return {
		path,
		name: basename(path),
		stats,
		bytes: inside.reduce((sum, { bytes }) => sum + bytes, size),
		writtenAt: Math.max(stats.mtimeMs, ...inside.map((one) => one.writtenAt)),
	};
}

/** Why some work is impossible; `undefined` if it is done. */
function obstacle(work: () => void): string | undefined {
	try {
		work();
		return undefined;
	} catch (error) {
		return whyNot(error);
	}
}

/** `ENOENT` of the system, and not `ERR_INVALID_ARG_TYPE` of a bug. */
const SYSTEM_CODE = /^E[A-Z0-9]+$/;

/** The system's reason; `undefined` if the thing is gone. Throws any other error. */
function whyNot(error: unknown): string | undefined {
	const code = codeOf(error);
	if (!SYSTEM_CODE.test(code)) throw error;
	return code === 'ENOENT' ? undefined : `the system refuses: ${code}`;
}
