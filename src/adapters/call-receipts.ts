import {
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
import { BESIDE_RECEIPTS, isReceiptName, KEY_BYTES } from '../core/guard/guard.ts';
import { writeAtomic } from './atomic-write.ts';
import { hashOf } from './hashes.ts';
import { ifThere, unlessError, withOpen } from './read-regular.ts';
import { makeDirectory } from './state-folders.ts';

const { key: KEY, guard: GUARD, onFailure: ON_FAILURE, open: OPEN, begun: BEGUN } = BESIDE_RECEIPTS;
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
			makeKey(folder);
			const file = join(folder, ON_FAILURE);
			if (onFailure === undefined) rmSync(file, { force: true });
			else writeAtomic(file, JSON.stringify(onFailure), () => true, { isDurable: false });
		},
		isBegun: (session) => existsSync(folderOf(session)),
		leave: (session, call, text) => {
			const folder = folderOf(session);
			// The answer counts for more than its receipt: without one the guard asks again.
			unlessError(() => {
				const key = isReceiptName(call) ? keyIn(folder) : undefined;
				if (key !== undefined)
					writeFileSync(join(folder, call), hashOf(key, text()), { mode: 0o600 });
			});
		},
		take: (session, call) => {
			if (!isReceiptName(call)) return 'unknown';
			const file = join(folderOf(session), call);
			if (ifThere(() => removed(file)) === true) return 'judged';
			// Without a key no call leaves a receipt, judged or not.
			const isKnown = existsSync(file + OPEN) || keyIn(folderOf(session)) !== undefined;
			return isKnown ? 'unjudged' : 'unknown';
		},
		wasLookedAt: (session, call) =>
			isReceiptName(call) && existsSync(join(folderOf(session), call + BEGUN)),
		open: (session) => {
			const folder = folderOf(session);
			const names = ifThere(() => readdirSync(folder)) ?? [];
			return names
				.filter((name) => name.endsWith(OPEN))
				.flatMap((name) => {
					// The call's own hook may take it meanwhile.
					const tool = ifThere(() => readFileSync(join(folder, name), 'utf8'));
					return tool === undefined ? [] : { call: name.slice(0, -OPEN.length), tool };
				});
		},
		close: (session, calls) => {
			for (const call of calls) ifThere(() => removed(join(folderOf(session), call + OPEN)));
		},
		isGuarded: (session) => existsSync(join(folderOf(session), GUARD)),
		onFailure: (session) => {
			const text = ifThere(() => readFileSync(join(folderOf(session), ON_FAILURE), 'utf8'));
			return text === undefined ? undefined : JSON.parse(text);
		},
		end: (session) => rmSync(folderOf(session), { recursive: true, force: true }),
	};
}

/** Once for each session; one that is no key, because its writer was killed, is replaced. */
function makeKey(folder: string): void {
	const isMissing = () => keyIn(folder) === undefined;
	if (!isMissing()) return;
	const key = randomBytes(KEY_BYTES).toString('hex');
	writeAtomic(join(folder, KEY), key, isMissing, { isDurable: false });
}

/** From the system itself: to load what node has for it takes a session start 5 ms. */
function randomBytes(count: number): Buffer {
	const bytes = Buffer.alloc(count);
	withOpen(openSync('/dev/urandom', 'r'), (source) => readSync(source, bytes));
	return bytes;
}

/** `undefined` where the session has not begun. */
function keyIn(folder: string): Uint8Array | undefined {
	const text = ifThere(() => readFileSync(join(folder, KEY), 'utf8')) ?? '';
	return HEX.test(text) ? Buffer.from(text, 'hex') : undefined;
}

function removed(path: string): true {
	unlinkSync(path);
	return true;
}
