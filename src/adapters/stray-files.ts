import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredLock, StrayFiles } from '../core/doctor/state.ts';
import { TEMPORARY } from './atomic-write.ts';
import { baselinesDir } from './config-files.ts';
import { abandonedLock, type LockWorld, lockOwner, ownerPath } from './lock.ts';
import { leftAt, linesToFold } from './read-document.ts';
import { fileNamesIn, unlessError } from './read-regular.ts';

/** Changes that wait beside a document whose lock was busy (D8). */
const PENDING = /\.(?:pending|folding)\.jsonl$/;
/** The directory under which a dead owner's lock is broken. */
export const LOCK_BREAK = /\.lock\.break$/;
/** A lock is a directory, its owner's file, or both, beside its document. */
export const LOCK = /\.lock(\.owner)?$/;

/** In the system's place for what passes: where the sessions of a pipeline hand on, by the pid of its process. */
export const PIPELINE_FOLDER = /^req-pipeline-(\d+)-\w{6}$/;

/** How the name of such a folder begins. */
export function pipelineFolderStart(pid: number): string {
	return `req-pipeline-${pid}-`;
}

/** A directory in which ours lie. `start`: how the names of ours begin there. */
interface Shelf {
	readonly directory: string;
	readonly start: string;
}

/** Where processes that died leave something of a project. */
export function projectShelves(stateDir: string): readonly Shelf[] {
	const names = ['', 'history', 'sessions', 'sessions/archive', 'inherited', 'runs', 'snapshots'];
	return names.map((name) => ({ directory: join(stateDir, name), start: '' }));
}

/** Where they leave something of a user; the first directory is the client's own. */
export function userShelves(configDir: string): readonly Shelf[] {
	return [
		{ directory: configDir, start: 'sessions.json' },
		{ directory: join(configDir, 'requirements/cache'), start: '' },
		{ directory: baselinesDir(configDir), start: '' },
	];
}

/** Who looks, and when: milliseconds since the epoch. */
interface LookAround extends LockWorld {
	readonly now: number;
}

/** What busy, stopped and killed processes left beside the documents of a project and its user. Reads only. */
export function strayFiles(stateDir: string, configDir: string, look: LookAround): StrayFiles {
	const shelves = [...projectShelves(stateDir), ...userShelves(configDir)];
	const paths = shelves.flatMap(({ directory, start }) => {
		const names = fileNamesIn(directory).filter((name) => name.startsWith(start));
		return names.map((name) => join(directory, name));
	});
	const quarantines = [stateDir, join(configDir, 'requirements')].map((of) =>
		join(of, 'quarantine'),
	);
	const locks = paths.filter((path) => LOCK.test(path));
	const locked = new Set(locks.map((path) => path.replace(LOCK, '')));
	return {
		pending: paths.filter((path) => PENDING.test(path)).map((path) => pendingAt(path, look.now)),
		locks: [...locked].map((document) => lockAt(document, look)),
		temporaries: paths
			.filter((path) => TEMPORARY.test(path))
			.map((path) => ({ path, age: ageOf(path, look.now) })),
		quarantines: quarantines.map((path) => ({ path, names: fileNamesIn(path) })),
	};
}

function pendingAt(path: string, now: number) {
	const lines = unlessError(() => linesToFold(path).lines) ?? [];
	const oldest = lines[0] === undefined ? 0 : leftAt(lines[0].id);
	const age = oldest === 0 ? ageOf(path, now) : now - oldest;
	return { path, lines: lines.length, age };
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
