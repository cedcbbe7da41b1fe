import { readdirSync } from 'node:fs';
import { isOutOfReach } from './read-regular.ts';

/** `<key>.jsonl` and `<key>.json` (D5); what else lies there has a second dot in its name. */
const SESSION_FILE = /^([a-z0-9][a-z0-9_-]{0,11})[.](jsonl?)$/;

/** The key and the kind that the name of a session's file tells; `undefined` of any other file. */
export function sessionFileOf(
	name: string,
): { readonly key: string; readonly kind: string } | undefined {
	const [, key, kind] = SESSION_FILE.exec(name) ?? [];
	return key === undefined || kind === undefined ? undefined : { key, kind };
}

/** A user who may not look there has no sessions there; `BranchStates.writable` says what that means (D7). */
export function namesIn(dir: string): readonly string[] {
	try {
		return readdirSync(dir);
	} catch (error) {
		if (isOutOfReach(error)) return [];
		throw error;
	}
}
