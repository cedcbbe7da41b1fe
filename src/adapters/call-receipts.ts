import {
	closeSync,
	existsSync,
	openSync,
	readdirSync,
	readFileSync,
	readSync,
	rmSync,
	unlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { CallReceipts } from '../app/ports.ts';
import { BESIDE_RECEIPTS, isReceiptName, KEY_BYTES } from '../core/guard/receipt.ts';
import { hashOf } from './hash-of.ts';
import { makeDirectory } from './make-directory.ts';

const { key: KEY, guard: GUARD, onFailure: ON_FAILURE, open: OPEN } = BESIDE_RECEIPTS;
const HEX = new RegExp(`^[0-9a-f]{${2 * KEY_BYTES}}$`);

export function callsDir(configDir: string): string {
	return join(configDir, 'requirements', 'calls');
}

/** A folder for each session that has a config. */
export function callReceipts(configDir: string): CallReceipts {
	const folderOf = (session: string) => join(callsDir(configDir), session);
	return {
		begin: (session, onFailure) => {
			const folder = folderOf(session);
			makeDirectory(folder);
			makeKey(join(folder, KEY));
			const file = join(folder, ON_FAILURE);
			if (onFailure === undefined) rmSync(file, { force: true });
			else writeFileSync(file, JSON.stringify(onFailure), { mode: 0o600 });
		},
		isBegun: (session) => existsSync(folderOf(session)),
		leave: (session, call, text) => {
			const folder = folderOf(session);
			const key = isReceiptName(call) ? keyIn(folder) : undefined;
			if (key === undefined) return;
			const receipt = hashOf(key, text());
			try {
				writeFileSync(join(folder, call), receipt, { mode: 0o600 });
			} catch {
				// The answer counts for more than its receipt: without one the guard asks again.
			}
		},
		take: (session, call) => {
			if (!isReceiptName(call)) return 'unknown';
			const file = join(folderOf(session), call);
			if (unless('ENOENT', () => removed(file)) === true) return 'judged';
			unless('ENOENT', () => removed(file + OPEN));
			return existsSync(folderOf(session)) ? 'unjudged' : 'unknown';
		},
		takeOpen: (session) => {
			const folder = folderOf(session);
			const names = unless('ENOENT', () => readdirSync(folder)) ?? [];
			return names
				.filter((name) => name.endsWith(OPEN))
				.map((name) => {
					const tool = readFileSync(join(folder, name), 'utf8');
					unlinkSync(join(folder, name));
					return tool;
				});
		},
		isGuarded: (session) => existsSync(join(folderOf(session), GUARD)),
		onFailure: (session) => {
			const text = unless('ENOENT', () =>
				readFileSync(join(folderOf(session), ON_FAILURE), 'utf8'),
			);
			return text === undefined ? undefined : JSON.parse(text);
		},
		end: (session) => rmSync(folderOf(session), { recursive: true, force: true }),
	};
}

/** Once for each session, while the guard may be reading it. */
function makeKey(path: string): void {
	if (existsSync(path)) return;
	const key = randomBytes(KEY_BYTES).toString('hex');
	unless('EEXIST', () => writeFileSync(path, key, { flag: 'wx', mode: 0o600 }));
}

/** From the system itself: to load what node has for it takes a session start 5 ms. */
function randomBytes(count: number): Buffer {
	const source = openSync('/dev/urandom', 'r');
	try {
		const bytes = Buffer.alloc(count);
		readSync(source, bytes);
		return bytes;
	} finally {
		closeSync(source);
	}
}

/** `undefined` where the session has not begun. */
function keyIn(folder: string): Uint8Array | undefined {
	const text = unless('ENOENT', () => readFileSync(join(folder, KEY), 'utf8')) ?? '';
	return HEX.test(text) ? Buffer.from(text, 'hex') : undefined;
}

function removed(path: string): true {
	unlinkSync(path);
	return true;
}

/** The value, or `undefined` where the file or folder is absent, or there already. */
function unless<Value>(why: 'ENOENT' | 'EEXIST', work: () => Value): Value | undefined {
	try {
		return work();
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === why) return undefined;
		throw error;
	}
}
