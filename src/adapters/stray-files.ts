import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { seenConfigsDir } from '../config/seen-configs.ts';
import type { StoredFiles } from '../core/doctor/state.ts';
import { abandonedLock, lockOwner, ownerPath } from '../store/lock.ts';
import { fileNamesIn } from '../store/read-file.ts';
import { liveDir } from './server-marker.ts';

/** A lock is a directory, its owner's file, or both, beside its document. */
const LOCK = /\.lock(\.owner)?$/;

/** A directory in which ours lie. `start`: how the names of ours begin there. */
interface Shelf {
	readonly directory: string;
	readonly start: string;
}

/** Where processes that died leave something of a project. */
function projectShelves(stateDir: string): readonly Shelf[] {
	const names = ['', 'history', 'sessions', 'sessions/archive', 'inherited', 'runs'];
	return names.map((name) => ({ directory: join(stateDir, name), start: '' }));
}

/** Where they leave something of a user; the first directory is the client's own. */
function userShelves(configDir: string): readonly Shelf[] {
	return [
		{ directory: configDir, start: 'sessions.json' },
		{ directory: join(configDir, 'requirements/cache'), start: '' },
		{ directory: seenConfigsDir(configDir), start: '' },
		{ directory: liveDir(configDir), start: '' },
	];
}

/** Honest writers hold a lock for milliseconds. */
const LONG_HELD_MS = 10_000;

/** The locks under these paths that somebody may have to look after: their owner runs and holds on, or is of another host. */
export function heldLocks(
	stateDir: string,
	configDir: string,
	{ hostname, now }: { readonly hostname: string; readonly now: number },
): StoredFiles['locks'] {
	const paths = [...projectShelves(stateDir), ...userShelves(configDir)].flatMap(
		({ directory, start }) =>
			fileNamesIn(directory)
				.filter((name) => name.startsWith(start) && LOCK.test(name))
				.map((name) => join(directory, name.replace(LOCK, ''))),
	);
	return [...new Set(paths)].flatMap((document) => {
		if (abandonedLock(document, hostname) !== undefined) return [];
		const owner = lockOwner(document);
		const path = `${document}.lock`;
		const stats = lstatSync(owner === undefined ? path : ownerPath(document), {
			throwIfNoEntry: false,
		});
		const age = stats === undefined ? 0 : Math.max(0, now - stats.mtimeMs);
		const isHere = owner === undefined || owner.host === hostname;
		if (isHere && age < LONG_HELD_MS) return [];
		return [{ path, pid: owner?.pid, host: isHere ? undefined : owner.host, age }];
	});
}
