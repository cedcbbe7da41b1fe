import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { LyingAround, LyingLock } from '../core/doctor/stored.ts';
import { abandonedLock, type LockWorld, lockOwner } from './lock-owner.ts';
import { leftAt, linesOf } from './pending-lines.ts';

const PENDING = /\.(?:pending|folding)\.jsonl$/;
const OWNER = '.lock.owner';
const LOCK = '.lock';
const TEMPORARY = /\.\d+\.[\d-]*\.?tmp$/;

/** Which directory to look through, and for whom. `start`: only what belongs to documents of this name. */
export interface LookAround extends LockWorld {
	readonly directory: string;
	readonly quarantineDir: string;
	readonly start: string;
	/** Milliseconds since the epoch. */
	readonly now: number;
}

/** What busy, stopped and killed processes left beside documents. Reads only. */
export function lyingIn(look: LookAround): LyingAround {
	const { directory, start, quarantineDir } = look;
	const names = namesIn(directory).filter((name) => name.startsWith(start));
	return {
		pending: names.filter((name) => PENDING.test(name)).map((name) => pendingAt(name, look)),
		locks: lockedDocuments(names).map((name) => lockAt(name, look)),
		temporaries: names
			.filter((name) => TEMPORARY.test(name))
			.map((name) => ({
				path: join(directory, name),
				age: ageOf(join(directory, name), look.now),
			})),
		quarantined: namesIn(quarantineDir).filter((name) => name.startsWith(start)),
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

function pendingAt(name: string, { directory, now }: LookAround) {
	const path = join(directory, name);
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

/** A lock is a directory, its owner's file, or both. */
function lockedDocuments(names: readonly string[]): string[] {
	const documents = names.flatMap((name) => {
		if (name.endsWith(OWNER)) return [name.slice(0, -OWNER.length)];
		return name.endsWith(LOCK) ? [name.slice(0, -LOCK.length)] : [];
	});
	return [...new Set(documents)];
}

function lockAt(name: string, look: LookAround): LyingLock {
	const document = join(look.directory, name);
	const owner = lockOwner(document);
	const path = `${document}${LOCK}`;
	const signed = { path, pid: owner?.pid, host: owner?.host };
	const age = ageOf(owner === undefined ? path : `${document}${OWNER}`, look.now);
	if (abandonedLock(document, look) !== undefined) return { ...signed, owner: 'dead', age };
	const isHere = owner === undefined || owner.host === look.hostname;
	return { ...signed, owner: isHere ? 'alive' : 'foreign', age };
}

function ageOf(path: string, now: number): number {
	const stats = lstatSync(path, { throwIfNoEntry: false });
	return stats === undefined ? 0 : Math.max(0, now - stats.mtimeMs);
}
