import { mkdirSync, realpathSync, rmdirSync, statSync, utimesSync } from 'node:fs';
import { lockSync } from 'proper-lockfile';
import {
	abandonedLock,
	claimOwnership,
	isOwnedBy,
	type LockWorld,
	ownerPath,
	removeOwner,
} from './lock-owner.ts';

const MIN_SLEEP_MS = 2;
const MAX_SLEEP_MS = 20;
/** Setting a lock aside takes microseconds: whoever took this long (ms) died over it. */
const STALE_BREAK_MS = 5_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Which lock, and how long to try for it. */
export interface LockRequest extends LockWorld {
	/** The document; its lock is the directory `<path>.lock`, whose parent must exist. */
	readonly path: string;
	/** Milliseconds; one try is always made. */
	readonly waitMs: number;
	/** A dead owner's lock is being removed: the place to tidy up after it. */
	readonly onBroken: (pid: number) => void;
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
	const deadline = uptime() + request.waitMs;
	for (;;) {
		const lock = acquire(request);
		if (lock !== undefined) return { kind: 'held', value: await run(lock, action) };
		const left = deadline - uptime();
		if (left <= 0) return { kind: 'busy' };
		await sleep(Math.min(left, MIN_SLEEP_MS + Math.random() * (MAX_SLEEP_MS - MIN_SLEEP_MS)));
	}
}

async function run<Value>(
	lock: Lock,
	action: (isMine: () => boolean) => Value | Promise<Value>,
): Promise<Value> {
	try {
		return await action(lock.isMine);
	} finally {
		lock.release();
	}
}

function acquire(request: LockRequest): Lock | undefined {
	return take(request) ?? (breakAbandoned(request) ? take(request) : undefined);
}

function take(request: LockRequest): Lock | undefined {
	const { path } = request;
	const unlock = makeDirectory(path, `${path}.lock`, Number.POSITIVE_INFINITY);
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
	try {
		if (isMine()) removeOwner(path);
	} catch {
		// What stays behind is broken as soon as this process ends.
	}
	unlock();
}

/** The owner is judged again under a lock of its own, so that nobody breaks the lock of its successor. */
function breakAbandoned(request: LockRequest): boolean {
	const { path } = request;
	if (abandonedLock(path, request) === undefined) return false;
	const unlock = makeDirectory(ownerPath(path), `${path}.lock.break`, STALE_BREAK_MS);
	if (unlock === undefined) return false;
	try {
		const abandoned = abandonedLock(path, request);
		if (abandoned === undefined) return false;
		if (abandoned.pid !== undefined) request.onBroken(abandoned.pid);
		removeOwner(path);
		removeDirectory(`${path}.lock`);
		return true;
	} finally {
		unlock();
	}
}

/**
 * One try of the library. `stale` infinite: it never breaks a lock by its age, and its timer, which
 * would touch the directory, is due after 24 days.
 */
function makeDirectory(
	file: string,
	lockfilePath: string,
	stale: number,
): (() => void) | undefined {
	const fs = { mkdirSync, realpathSync, rmdirSync, statSync, utimesSync };
	const onCompromised = () => {};
	const options = { lockfilePath, stale, onCompromised, fs, realpath: false, retries: 0 };
	try {
		const unlock = lockSync(file, { ...options, update: LONGEST_TIMER_MS });
		return () => quietly(unlock);
	} catch (error) {
		const code = (error as NodeJS.ErrnoException).code;
		if (code === 'ELOCKED' || code === 'ENOENT') return undefined;
		throw error;
	}
}

function removeDirectory(path: string): void {
	quietly(() => rmdirSync(path));
}

/** A directory that is gone already, or cannot go: the next owner judges by the owner's file. */
function quietly(action: () => void): void {
	try {
		action();
	} catch {
		return;
	}
}

/** Milliseconds by a clock that nobody sets. `performance` would be loaded at its first use, which takes more than 1 ms. */
function uptime(): number {
	return Number(process.hrtime.bigint()) / 1e6;
}

function sleep(ms: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, ms));
}
