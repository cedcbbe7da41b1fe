import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { LyingAround, LyingLock } from '../core/doctor/stored.ts';
import { abandonedLock, type LockWorld, lockOwner, ownerPath } from './lock-owner.ts';
import { leftAt, linesOf } from './pending-lines.ts';
import { lockedDocuments, PENDING, type Shelf, TEMPORARY } from './stray-files.ts';

/** Which directories to look through, and for whom. */
export interface LookAround extends LockWorld {
	readonly shelves: readonly Shelf[];
	readonly quarantineDir: string;
	/** Milliseconds since the epoch. */
	readonly now: number;
}

/** What busy, stopped and killed processes left beside documents. Reads only. */
export function lyingIn(look: LookAround): LyingAround {
	const paths = look.shelves.flatMap(pathsOn);
	return {
		pending: paths.filter((path) => PENDING.test(path)).map((path) => pendingAt(path, look)),
		locks: lockedDocuments(paths).map((document) => lockAt(document, look)),
		temporaries: paths
			.filter((path) => TEMPORARY.test(path))
			.map((path) => ({ path, age: ageOf(path, look.now) })),
		quarantined: namesIn(look.quarantineDir),
	};
}

/** Names in a directory, sorted; none where it cannot be listed. */
export function namesIn(directory: string): string[] {
	try {
		return readdirSync(directory).sort();
	} catch {
		return [];
	}
}

function pathsOn({ directory, start }: Shelf): string[] {
	const names = namesIn(directory).filter((name) => name.startsWith(start));
	return names.map((name) => join(directory, name));
}

function pendingAt(path: string, { now }: LookAround) {
	const lines = linesIn(path);
	const oldest = lines[0] === undefined ? 0 : leftAt(lines[0].id);
	const age = oldest === 0 ? ageOf(path, now) : now - oldest;
	return { path, lines: lines.length, age };
}

function linesIn(path: string): readonly { readonly id: string }[] {
	try {
		return linesOf(path).lines;
	} catch {
		return [];
	}
}

function lockAt(document: string, look: LookAround): LyingLock {
	const owner = lockOwner(document);
	const path = `${document}.lock`;
	const signed = { path, pid: owner?.pid, host: owner?.host };
	const age = ageOf(owner === undefined ? path : ownerPath(document), look.now);
	if (abandonedLock(document, look) !== undefined) return { ...signed, owner: 'dead', age };
	const isHere = owner === undefined || owner.host === look.hostname;
	return { ...signed, owner: isHere ? 'alive' : 'foreign', age };
}

function ageOf(path: string, now: number): number {
	const stats = lstatSync(path, { throwIfNoEntry: false });
	return stats === undefined ? 0 : Math.max(0, now - stats.mtimeMs);
}
