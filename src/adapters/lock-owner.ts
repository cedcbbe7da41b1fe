import { closeSync, existsSync, lstatSync, openSync, unlinkSync, writeSync } from 'node:fs';
import type { Processes } from '../app/ports.ts';
import { textOrNothing } from './read-regular.ts';

/** An owner's file is written right after its lock; without one a lock this old (ms) has lost its owner. */
const NAMELESS_MS = 5_000;
/** Nobody can look for a process of another host; a lock of one lasts milliseconds, so this old (ms) it is left over. */
const FOREIGN_MS = 24 * 60 * 60 * 1000;
const MAX_OWNER_BYTES = 4096;

/** Who can hold a lock, seen from this process. */
export interface LockWorld {
	readonly hostname: string;
	readonly processes: Processes;
}

/** The owner of a lock, as it signed. */
interface Owner {
	readonly pid: number;
	/** Opaque, see `Processes.startedAt`; absent where it cannot be told. */
	readonly started?: string | undefined;
	readonly host: string;
}

/** A lock whose owner is gone: its pid where it is known. */
interface Abandoned {
	readonly pid: number | undefined;
}

/** Where the owner of a lock says who it is. */
export function ownerPath(document: string): string {
	return `${document}.lock.owner`;
}

let count = 0;

/**
 * Writes this process down as the owner. The file is created exclusively, so it, and not the lock
 * directory, decides between two processes that both think they have the lock.
 *
 * @returns what the file holds while this call's claim stands; `undefined` when another owner is there
 */
export function claimOwnership(document: string, world: LockWorld): string | undefined {
	const { pid } = process;
	const owner: Owner = { pid, started: world.processes.startedAt(pid), host: world.hostname };
	count += 1;
	const claim = JSON.stringify({ ...owner, claim: count });
	try {
		const fd = openSync(ownerPath(document), 'wx', 0o600);
		try {
			writeSync(fd, claim);
		} catch (error) {
			removeOwner(document);
			throw error;
		} finally {
			closeSync(fd);
		}
		return claim;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
		throw error;
	}
}

/** Whether the claim still stands. */
export function isOwnedBy(document: string, claim: string): boolean {
	return textOrNothing(ownerPath(document), MAX_OWNER_BYTES) === claim;
}

/** Ends a claim, or with it the one of a dead owner. */
export function removeOwner(document: string): void {
	try {
		// Not rmSync: its first call in a process costs a quarter of a millisecond.
		unlinkSync(ownerPath(document));
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
	}
}

/**
 * Whether a lock's owner is gone for certain (D8): its pid is free or belongs to a process with
 * another start time, on this host; or nobody signed within 5 s; or it is of another host, such as a
 * container that was thrown away, and its files are a day old. A stopped owner is not gone.
 */
export function abandonedLock(document: string, world: LockWorld): Abandoned | undefined {
	const owner = lockOwner(document);
	if (owner === undefined) {
		return ageOf(document) > NAMELESS_MS ? { pid: undefined } : undefined;
	}
	if (owner.host !== world.hostname) {
		// Its pid means nothing here: another process may have it, and files that carry it.
		return ageOf(document) > FOREIGN_MS ? { pid: undefined } : undefined;
	}
	return isGone(owner, world) ? { pid: owner.pid } : undefined;
}

/** Whether somebody who is not gone holds the lock. */
export function isLocked(document: string, world: LockWorld): boolean {
	return existsSync(`${document}.lock`) && abandonedLock(document, world) === undefined;
}

/** Who signed a lock; `undefined` where nobody did, or not legibly. */
export function lockOwner(document: string): Owner | undefined {
	return parseOwner(textOrNothing(ownerPath(document), MAX_OWNER_BYTES));
}

function isGone(owner: Owner, { processes }: LockWorld): boolean {
	if (!processes.exists(owner.pid)) return true;
	const started = processes.startedAt(owner.pid);
	return owner.started !== undefined && started !== undefined && owner.started !== started;
}

/** Time since the youngest part of a lock changed; change times cannot be set, unlike the library's. */
function ageOf(document: string): number {
	const parts = [`${document}.lock`, ownerPath(document)].flatMap(
		(path) => lstatSync(path, { throwIfNoEntry: false })?.ctimeMs ?? [],
	);
	return parts.length === 0 ? 0 : Date.now() - Math.max(...parts);
}

function parseOwner(text: string): Owner | undefined {
	try {
		const owner = JSON.parse(text);
		const isOwner = typeof owner?.pid === 'number' && typeof owner.host === 'string';
		return isOwner ? owner : undefined;
	} catch {
		return undefined;
	}
}
