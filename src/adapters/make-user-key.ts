import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createAtomic } from './atomic-write.ts';
import { ifFree, unlessUnwritable } from './read-regular.ts';
import { makeDirectory } from './state-folders.ts';

/** Makes a user's key where there is none, once in the life of an installation: hooks do not load this. */
export function makeUserKey(path: string, bytes: number): void {
	const made = { key: randomBytes(bytes).toString('hex'), made_at: new Date().toISOString() };
	const text = `${JSON.stringify(made)}\n`;
	unlessUnwritable(() => {
		makeDirectory(dirname(path));
		const isAlone = createAtomic(path, text) === undefined;
		// Where there are no hard links.
		if (isAlone) ifFree(() => writeFileSync(path, text, { flag: 'wx', mode: 0o600 }));
	});
}
