import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredLock, StrayFiles } from '../core/doctor/stored.ts';
import { TEMPORARY } from './atomic-write.ts';
import { abandonedLock, type LockWorld, lockOwner, ownerPath } from './lock-owner.ts';
import { leftAt, linesOf } from './pending-lines.ts';
import {
	lockedDocuments,
	PENDING,
	projectQuarantine,
	projectShelves,
	userQuarantine,
	userShelves,
} from './stray-files.ts';

/** Who looks, and when: milliseconds since the epoch. */
interface LookAround extends LockWorld {
	readonly now: number;
}

/** What busy, stopped and killed processes left beside the documents of a project and its user. Reads only. */
export function strayFiles(stateDir: string, configDir: string, look: LookAround): StrayFiles {
	const shelves = [...projectShelves(stateDir), ...userShelves(configDir)];
	const paths = shelves.flatMap(({ directory, start }) => {
		const names = namesIn(directory).filter((name) => name.startsWith(start));
		return names.map((name) => join(directory, name));
	});
	const quarantines = [projectQuarantine(stateDir), userQuarantine(configDir)];
	return {
		pending: paths.filter((path) => PENDING.test(path)).map((path) => pendingAt(path, look.now)),
		locks: lockedDocuments(paths).map((document) => lockAt(document, look)),
		temporaries: paths
			.filter((path) => TEMPORARY.test(path))
			.map((path) => ({ path, age: ageOf(path, look.now) })),
		quarantines: quarantines.map((path) => ({ path, names: namesIn(path) })),
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

function pendingAt(path: string, now: number) {
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

function lockAt(document: string, look: LookAround): StoredLock {
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
