import { join } from 'node:path';
import { baselinesDir } from './baseline-reading.ts';

/** Changes that wait beside a document whose lock was busy (D8). */
export const PENDING = /\.(?:pending|folding)\.jsonl$/;
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
export interface Shelf {
	readonly directory: string;
	readonly start: string;
}

/** Where processes that died leave something of a project. */
export function projectShelves(stateDir: string): readonly Shelf[] {
	const names = ['', 'history', 'sessions', 'sessions/archive', 'inherited', 'runs'];
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

/** What was unreadable in a project is set aside here. */
export function projectQuarantine(stateDir: string): string {
	return join(stateDir, 'quarantine');
}

/** What was unreadable of a user is set aside here. */
export function userQuarantine(configDir: string): string {
	return join(configDir, 'requirements/quarantine');
}

/** The documents that locks are of, by name or by path. */
export function lockedDocuments(names: readonly string[]): string[] {
	const locks = names.filter((name) => LOCK.test(name));
	return [...new Set(locks.map((name) => name.replace(LOCK, '')))];
}
