import {
	existsSync,
	lstatSync,
	mkdirSync,
	openSync,
	realpathSync,
	rmdirSync,
	statSync,
	unlinkSync,
	utimesSync,
	writeSync,
} from 'node:fs';
import lockfile from 'proper-lockfile';
import type { Processes } from '../app/ports.ts';
import { ifFree, ifThere, textOrNothing, unlessError, withOpen } from './read-regular.ts';

const MIN_SLEEP_MS = 2;
const MAX_SLEEP_MS = 20;
/** Setting a lock aside takes microseconds: whoever took this long (ms) died over it. */
const STALE_BREAK_MS = 5_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface LockRequest extends LockTerms {
	/** The document; its lock is the directory `<path>.lock`, whose parent must exist. */
	readonly path: string;
	/** A dead owner's lock is being removed: the place to tidy up after it. */
	readonly onBroken?: (pid: number) => void;
}

export type Locked<Value> =
	| { readonly kind: 'held'; readonly value: Value }
	| { readonly kind: 'busy' };

interface Lock {
	readonly isMine: () => boolean;
	readonly release: () => void;
}

/**
 * Runs `action` while this process holds the lock of a document (D8). The lock of a live owner is
 * never broken, however long it is held; a dead owner's is, at once.
 *
 * @param action gets `isMine`, to be asked right before its effect: whether the lock still stands
 * @returns `busy` when the lock was not to be had within `waitMs`. Throws where no lock can be made.
 */
export async function withLock<Value>(
	request: LockRequest,
	action: (isMine: () => boolean) => Value | Promise<Value>,
): Promise<Locked<Value>> {
	const deadline = performance.now() + request.waitMs;
	for (;;) {
		const lock = acquire(request);
		if (lock !== undefined) {
			try {
				return { kind: 'held', value: await action(lock.isMine) };
			} finally {
				lock.release();
			}
		}
		const left = deadline - performance.now();
		if (left <= 0) return { kind: 'busy' };
		const pause = MIN_SLEEP_MS + Math.random() * (MAX_SLEEP_MS - MIN_SLEEP_MS);
		await new Promise((resolve) => setTimeout(resolve, Math.min(left, pause)));
	}
}

function acquire(request: LockRequest): Lock | undefined {
	const taken = take(request);
	if (taken !== undefined || !breakAbandoned(request)) return taken;
	return take(request);
}

function take(request: LockRequest): Lock | undefined {
	const { path } = request;
	const lock = { file: path, directory: `${path}.lock`, stale: Number.POSITIVE_INFINITY };
	const unlock = makeLock(lock);
	if (unlock === undefined) return undefined;
	try {
		const claim = claimOwnership(path, request);
		if (claim === undefined) {
			unlock();
			return undefined;
		}
		const isMine = () => isOwnedBy(path, claim);
		return { isMine, release: () => release(path, isMine, unlock) };
	} catch (error) {
		unlock();
		throw error;
	}
}

/** The owner's file first: a directory without one is nobody's soon, a file without its directory is read. */
function release(path: string, isMine: () => boolean, unlock: () => void): void {
	// What stays behind is broken as soon as this process ends.
	unlessError(() => isMine() && removeOwner(path));
	unlock();
}

/** The owner is judged again under a lock of its own, so that nobody breaks the lock of its successor. */
function breakAbandoned(request: LockRequest): boolean {
	const { path } = request;
	if (abandonedLock(path, request) === undefined) return false;
	const second = { file: ownerPath(path), directory: `${path}.lock.break`, stale: STALE_BREAK_MS };
	const unlock = makeLock(second);
	if (unlock === undefined) return false;
	try {
		const abandoned = abandonedLock(path, request);
		if (abandoned === undefined) return false;
		if (abandoned.pid !== undefined) request.onBroken?.(abandoned.pid);
		removeOwner(path);
		// One that is gone already, or cannot go: the next owner judges by the owner's file.
		unlessError(() => rmdirSync(`${path}.lock`));
		return true;
	} finally {
		unlock();
	}
}

/**
 * One try of the library. `stale` infinite: it never breaks a lock by its age, and its timer, which
 * would touch the directory, is due after 24 days.
 */
function makeLock(lock: {
	readonly file: string;
	readonly directory: string;
	readonly stale: number;
}): (() => void) | undefined {
	const fs = { mkdirSync, realpathSync, rmdirSync, statSync, utimesSync };
	const onCompromised = () => {};
	const { file, directory: lockfilePath, stale } = lock;
	const options = { lockfilePath, stale, onCompromised, fs, realpath: false, retries: 0 };
	try {
		const unlock = lockfile.lockSync(file, { ...options, update: LONGEST_TIMER_MS });
		return () => void unlessError(unlock);
	} catch (error) {
		const code = (error as NodeJS.ErrnoException).code;
		if (code === 'ELOCKED' || code === 'ENOENT') return undefined;
		throw error;
	}
}

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

/** Who wants a lock, and how long. */
export interface LockTerms extends LockWorld {
	/** Milliseconds (D8); one try is always made. */
	readonly waitMs: number;
}

/** What a writer goes by. */
export interface WriterWorld extends LockTerms {
	/** Milliseconds since the epoch. */
	readonly now: () => number;
}

/** The owner of a lock, as it signed. */
interface Owner {
	readonly pid: number;
	/** Opaque, see `Processes.startedAt`; absent where it cannot be told. */
	readonly started?: string | undefined;
	readonly host: string;
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
function claimOwnership(document: string, world: LockWorld): string | undefined {
	const { pid } = process;
	const owner: Owner = { pid, started: world.processes.startedAt(pid), host: world.hostname };
	count += 1;
	const claim = JSON.stringify({ ...owner, claim: count });
	const file = ifFree(() => openSync(ownerPath(document), 'wx', 0o600));
	if (file === undefined) return undefined;
	withOpen(file, () => {
		try {
			writeSync(file, claim);
		} catch (error) {
			removeOwner(document);
			throw error;
		}
	});
	return claim;
}

function isOwnedBy(document: string, claim: string): boolean {
	return textOrNothing(ownerPath(document), MAX_OWNER_BYTES) === claim;
}

/** Ends a claim, or with it the one of a dead owner. */
function removeOwner(document: string): void {
	ifThere(() => unlinkSync(ownerPath(document)));
}

/**
 * Whether a lock's owner is gone for certain (D8): its pid is free or belongs to a process with
 * another start time, on this host; or nobody signed within 5 s; or it is of another host, such as a
 * container that was thrown away, and its files are a day old. A stopped owner is not gone.
 *
 * @returns its pid where it is known; `undefined` where it is not gone
 */
export function abandonedLock(
	document: string,
	world: LockWorld,
): { readonly pid: number | undefined } | undefined {
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
	const text = textOrNothing(ownerPath(document), MAX_OWNER_BYTES);
	const owner = unlessError(() => JSON.parse(text));
	const isOwner = typeof owner?.pid === 'number' && typeof owner.host === 'string';
	return isOwner ? owner : undefined;
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
