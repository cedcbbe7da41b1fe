import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createAtomic } from './atomic-write.ts';
import { unlessUnwritable } from './read-regular.ts';
import { makeDirectory } from './state-folders.ts';

/** Makes a user's key where there is none, once in the life of an installation: hooks do not load this. */
export function makeUserKey(path: string, bytes: number): void {
	const made = { key: randomBytes(bytes).toString('hex'), made_at: new Date().toISOString() };
	const text = `${JSON.stringify(made)}\n`;
	unlessUnwritable(() => {
		makeDirectory(dirname(path));
		if (createAtomic(path, text) === undefined) createAlone(path, text);
	});
}

/** Where there are no hard links. */
function createAlone(path: string, text: string): void {
	try {
		writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
	}
}
