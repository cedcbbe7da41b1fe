import {
	existsSync,
	lstatSync,
	mkdirSync,
	openSync,
	realpathSync,
	rmdirSync,
	rmSync,
	statSync,
	utimesSync,
	writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import lockfile from 'proper-lockfile';
import type { Context } from '../context.ts';
import { removeTemporaries } from './atomic-write.ts';
import { codeOf, unlessError } from './errors.ts';
import { isRunning, startedAt } from './processes.ts';
import { parseJson, textOrNothing, withOpen } from './read-file.ts';

export type Writer = Pick<Context, 'hostname' | 'now' | 'writing'>;

/** Whether the lock is still this process's: to be asked right before a rename. */
export type HoldsLock = () => boolean;

/** Milliseconds between two tries. Each costs some 10 system calls, so many who wait for long pause for longer. */
const PAUSE_MS = { least: 2, first: 20, most: 100 };

/**
 * Runs `action` while this process holds the lock of a file (D8): the directory `<path>.lock`, and next to it a file
 * that names the owner. The lock of a live owner is never broken, however long it is held; that of a dead one is, at
 * once. All locks of an event together wait for `context.writing.leftMs`.
 *
 * @param path its directory must exist
 * @returns `busy` if that time was over
 * @throws if no lock can be made, or if this process may no longer write (`context.writing.begin`)
 */
export async function withLock<Value>(
	path: string,
	action: (holdsLock: HoldsLock) => Value | Promise<Value>,
	{ hostname, writing }: Writer,
): Promise<{ readonly kind: 'held'; readonly value: Value } | { readonly kind: 'busy' }> {
	for (let longest = PAUSE_MS.first; ; longest = Math.min(PAUSE_MS.most, longest * 1.2)) {
		const lock = take(path, hostname) ?? (breakAbandoned(path, hostname) && take(path, hostname));
		if (lock) {
			try {
				writing.begin();
				return { kind: 'held', value: await action(lock.isMine) };
			} finally {
				lock.release();
			}
		}
		if (writing.leftMs <= 0) return { kind: 'busy' };
		const pause = PAUSE_MS.least + Math.random() * (longest - PAUSE_MS.least);
		const began = performance.now();
		await new Promise((resolve) => setTimeout(resolve, Math.min(writing.leftMs, pause)));
		writing.leftMs -= performance.now() - began;
	}
}

let count = 0;

/** One try. Of two processes that believe they have the lock, the owner's file, created exclusively, decides. */
function take(path: string, host: string) {
	const unlock = makeLock(path, `${path}.lock`, Number.POSITIVE_INFINITY);
	if (unlock === undefined) return undefined;
	const owner = ownerPath(path);
	const { pid } = process;
	count += 1;
	const claim = JSON.stringify({ pid, started: startedAt(pid), host, claim: count });
	const isMine = () => textOrNothing(owner, MAX_OWNER_BYTES) === claim;
	const release = () => {
		// The owner's file first: a directory without it is abandoned after five seconds.
		unlessError(() => isMine() && rmSync(owner));
		unlock();
	};
	try {
		withOpen(openSync(owner, 'wx', 0o600), (fd) => writeSync(fd, claim));
		return { isMine, release };
	} catch (error) {
		unlock();
		if (codeOf(error) === 'EEXIST') return undefined;
		// A full disk: an empty file would look like that of a process that is about to sign.
		rmSync(owner, { force: true });
		throw error;
	}
}

/** Milliseconds. Breaking a lock takes microseconds: a process that took this long died over it. */
const STALE_BREAK_MS = 5_000;

/** Checks the owner again under a second lock, so that no process breaks the lock of the next owner. */
function breakAbandoned(path: string, hostname: string): boolean {
	if (abandonedLock(path, hostname) === undefined) return false;
	const unlock = makeLock(ownerPath(path), `${path}.lock.break`, STALE_BREAK_MS);
	if (unlock === undefined) return false;
	try {
		const abandoned = abandonedLock(path, hostname);
		if (abandoned === undefined) return false;
		// The documents under the lock are in the same directory.
		if (abandoned.pid !== undefined) removeTemporaries(dirname(path), '', abandoned.pid);
		rmSync(ownerPath(path), { force: true });
		// Gone already, or it cannot be removed: the next owner decides by the owner's file.
		unlessError(() => rmdirSync(`${path}.lock`));
		return true;
	} finally {
		unlock();
	}
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * One try of the library. With `stale` infinite it breaks no lock by its age; its timer, which would touch the directory,
 * is due after 24 days.
 */
function makeLock(file: string, lockfilePath: string, stale: number): (() => void) | undefined {
	const fs = { mkdirSync, realpathSync, rmdirSync, statSync, utimesSync };
	const options = {
		lockfilePath,
		stale,
		fs,
		realpath: false,
		retries: 0,
		update: LONGEST_TIMER_MS,
	};
	try {
		const unlock = lockfile.lockSync(file, { ...options, onCompromised: () => undefined });
		return () => void unlessError(unlock);
	} catch (error) {
		if (['ELOCKED', 'ENOENT'].includes(codeOf(error))) return undefined;
		throw error;
	}
}

/** Milliseconds. An owner signs right after it took the lock; without a name a lock this old has lost its owner. */
const NAMELESS_MS = 5_000;
/**
 * Milliseconds. Processes of another host cannot be checked. A lock is held for milliseconds, so this old it is left over, as
 * by a container that was deleted; an owner that was only asleep asks before its rename whether it still has the lock.
 */
const FOREIGN_MS = 10 * 60 * 1000;
const MAX_OWNER_BYTES = 4096;

interface Owner {
	readonly pid: number;
	/** Absent if it is unknown. */
	readonly started?: string | undefined;
	readonly host: string;
}

/** The file in which the owner of a lock says who it is. */
function ownerPath(document: string): string {
	return `${document}.lock.owner`;
}

/**
 * Whether a lock's owner is gone (D8): on this host its pid is free or belongs to a process with another
 * start time; no owner signed within five seconds; or it is of another host, such as a deleted container, and ten
 * minutes old. A stopped process is not gone.
 *
 * @returns its pid if it is known; `undefined` if the owner is not gone
 */
function abandonedLock(document: string, hostname: string): { readonly pid: number | undefined } | undefined {
	const owner = lockOwner(document);
	const isOwned = owner && isRunning(owner, hostname);
	if (isOwned === undefined) {
		// The pid of another host means nothing here: another process may have it.
		const limit = owner === undefined ? NAMELESS_MS : FOREIGN_MS;
		return ageOf(document) > limit ? { pid: undefined } : undefined;
	}
	return isOwned ? undefined : { pid: owner?.pid };
}

/** Whether a process that is not gone holds the lock. */
export function isLocked(document: string, hostname: string): boolean {
	// After an abandoned lock was broken, its next owner may have the file alone.
	const isThere = existsSync(`${document}.lock`) || existsSync(ownerPath(document));
	return isThere && abandonedLock(document, hostname) === undefined;
}

/** Who signed a lock; `undefined` if no owner did, or not legibly. */
export function lockOwner(document: string): Owner | undefined {
	const text = textOrNothing(ownerPath(document), MAX_OWNER_BYTES);
	const owner = parseJson(text) as Partial<Owner> | null | undefined;
	const isOwner = typeof owner?.pid === 'number' && typeof owner.host === 'string';
	return isOwner ? (owner as Owner) : undefined;
}

/** Time since the youngest part of a lock changed; change times cannot be set, unlike the library's. */
function ageOf(document: string): number {
	const changed = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0;
	const latest = Math.max(changed(`${document}.lock`), changed(ownerPath(document)));
	return latest === 0 ? 0 : Date.now() - latest;
}
