import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import type { Writer } from '../../src/store/lock.ts';
import { startedAt } from '../../src/store/processes.ts';

const HOST = 'this-host';

/** What a writer needs of its context. `leftMs`: how long its locks may wait. */
export function writer(leftMs: number, now: () => number = Date.now): Writer {
	return {
		hostname: HOST,
		now,
		writing: { begin: () => undefined, isReadOnly: false, leftMs },
	};
}

/** This process, as it signs for a lock. */
export const ME = { pid: process.pid, started: startedAt(process.pid), host: HOST };

/** Leaves the lock of a file as another process with that signature would. Returns how to remove it. */
export function plantLock(path: string, owner: object | string = ME): () => void {
	mkdirSync(`${path}.lock`);
	writeFileSync(`${path}.lock.owner`, typeof owner === 'string' ? owner : JSON.stringify(owner));
	return () => {
		for (const part of [`${path}.lock`, `${path}.lock.owner`]) rmSync(part, { recursive: true });
	};
}
