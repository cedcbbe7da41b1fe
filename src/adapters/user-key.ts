import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { textIn } from '../core/document/foreign-json.ts';
import { Fault } from '../core/fault/fault.ts';
import { parseJson } from './parse-json.ts';
import { readRegular } from './read-regular.ts';

/** Of the key; hex digits take twice as many. */
const BYTES = 32;
const MAX_BYTES = 1024;
const MAX_TRIES = 20;
const BEAT_MS = 5;
const HEX = /^[0-9a-f]{64}$/;

/** What this user seals branch states with (docs/adr/0016). */
export interface UserKey {
	/** The key's two halves. */
	readonly halves: readonly [Uint8Array, Uint8Array];
	/** Milliseconds since the epoch. */
	readonly madeAt: number;
}

const known = new Map<string, UserKey>();

/** `<claude config dir>/requirements/key`: outside every repository, and protected from the model with its folder. */
export function keyPath(configDir: string): string {
	return join(configDir, 'requirements', 'key');
}

/**
 * Makes the key unless something is in its place. Of many processes at once one makes it, and all have the same. Where the
 * directory takes no file there is none: states then count as they are.
 */
export async function ensureUserKey(configDir: string): Promise<void> {
	if (known.has(configDir) || existsSync(keyPath(configDir))) return;
	const { makeUserKey } = await import('./make-user-key.ts');
	makeUserKey(keyPath(configDir), BYTES);
}

/**
 * The key as it is; `undefined` where there is none yet.
 *
 * @throws Fault `state_unreadable` where there is one that cannot be used: without it nothing tells a forged state
 */
export function userKey(configDir: string): UserKey | undefined {
	const key = known.get(configDir) ?? readKey(keyPath(configDir));
	if (key !== undefined) known.set(configDir, key);
	return key;
}

function readKey(path: string): UserKey | undefined {
	const text = wholeText(path);
	if (text === undefined) return undefined;
	const json = parseJson(text);
	const [key, madeAt] = [textIn(json, 'key') ?? '', Date.parse(textIn(json, 'made_at') ?? '')];
	if (!HEX.test(key) || Number.isNaN(madeAt)) throw unusable(path, 'it holds no key');
	const bytes = Buffer.from(key, 'hex');
	return { halves: [bytes.subarray(0, BYTES / 2), bytes.subarray(BYTES / 2)], madeAt };
}

/** Where there are no hard links, another process may be about to write it. */
function wholeText(path: string): string | undefined {
	let text = textOf(path);
	for (let tries = 0; text === '' && tries < MAX_TRIES; tries += 1) {
		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BEAT_MS);
		text = textOf(path);
	}
	return text;
}

function textOf(path: string): string | undefined {
	try {
		const read = readRegular(path, { bytes: MAX_BYTES, of: 'whole' });
		if (read.kind === 'refused') throw unusable(path, read.why);
		if (read.kind === 'text') return read.text;
		const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
		if (isLink) throw unusable(path, 'it is a link that leads nowhere');
		return undefined;
	} catch (cause) {
		if (cause instanceof Fault) throw cause;
		const { code = '' } = cause as NodeJS.ErrnoException;
		if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
		throw unusable(path, (cause as Error).message);
	}
}

function unusable(path: string, why: string): Fault {
	return new Fault('state_unreadable', `the key that seals states cannot be used: ${why}`, {
		hint: `make ${path} readable, or delete it and run \`req trust\``,
	});
}
