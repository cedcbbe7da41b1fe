import { existsSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { branchStateKind, withEntriesOf } from '../core/branch-state/kind.ts';
import type { BranchChange, BranchState } from '../core/branch-state/schema.ts';
import type { DocumentKind, Seal } from '../core/document/document.ts';
import { Fault } from '../core/fault/fault.ts';
import { type Place, parentOf } from '../core/place/place.ts';
import type { Session } from '../core/session/session-id.ts';
import { hashOf } from './hashes.ts';
import { isLink, parseJson, readRegular, unlessError } from './read-regular.ts';

type SealedPlace = Pick<Place, 'root' | 'stateDir' | 'git'>;

/** What sealing and reading states takes beside the place. */
export interface SealWorld {
	/** Milliseconds since the epoch. */
	readonly now: number;
	/** `<claude config dir>`, where the user's key is. */
	readonly configDir: string;
	/** Whose entries a reader wants, where it wants no others. */
	readonly only?: Session | undefined;
}

/** How the state of one branch is read, sealed and changed. */
export function sealedStateKind(
	place: SealedPlace & Pick<Place, 'branch'>,
	{ now, configDir, only }: SealWorld,
): DocumentKind<BranchState, BranchChange> {
	const part = only && { name: only.key, of: (text: string) => withEntriesOf(only.key, text) };
	return { ...branchStateKind(place, now), seal: sealOf(place, configDir), part };
}

/**
 * Seals the states of a project with its user's key (docs/adr/0016). The project is known by where its git directory
 * lies or by the file system's number of it: either is enough, so that a project may be moved, and may lie on a disk
 * that numbers its files anew. `undefined` where there is no key.
 *
 * @throws Fault `state_unreadable` where the key cannot be used
 */
function sealOf(
	{ stateDir, root, git }: SealedPlace,
	configDir: string,
): Seal<BranchState> | undefined {
	const key = userKey(configDir);
	if (key === undefined) return undefined;
	const home = git ? parentOf(stateDir) : root;
	const [byPath, byNumber] = key.halves;
	const digestOf = (text: string) => hashOf(byPath, text);
	const pathHash = (digest: string) => hash(byPath, home, digest);
	const numberHash = (digest: string) => hash(byNumber, numberOf(home), digest);
	return {
		over: (text) => {
			const digest = digestOf(text);
			return `${pathHash(digest)} ${numberHash(digest)}`;
		},
		holds: (text, seal, changedAt) => {
			if (seal === undefined) return changedAt <= key.madeAt;
			const [first, second] = seal.split(' ');
			const digest = digestOf(text);
			return first === pathHash(digest) || (second !== '' && second === numberHash(digest));
		},
		owner: ({ branch }) => branch,
	};
}

/** Empty where the file system does not tell. */
function hash(key: Uint8Array, project: string, text: string): string {
	return project === '' ? '' : hashOf(key, `${project}\0${text}`);
}

function numberOf(directory: string): string {
	const stats = statSync(directory, { throwIfNoEntry: false });
	return stats === undefined || stats.ino === 0 ? '' : String(stats.ino);
}

/** Of the key; hex digits take twice as many. */
const BYTES = 32;
const MAX_BYTES = 1024;
const MAX_TRIES = 20;
const BEAT_MS = 5;
const HEX = /^[0-9a-f]{64}$/;

/** What this user seals branch states with (docs/adr/0016). */
interface UserKey {
	/** The key's two halves. */
	readonly halves: readonly [Uint8Array, Uint8Array];
	/** Milliseconds since the epoch. */
	readonly madeAt: number;
}

const known = new Map<string, UserKey>();

/** `<claude config dir>/requirements/key`: outside every repository, and protected from the model with its folder. */
function keyPath(configDir: string): string {
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
function userKey(configDir: string): UserKey | undefined {
	const key = known.get(configDir) ?? readKey(keyPath(configDir));
	if (key !== undefined) known.set(configDir, key);
	return key;
}

function readKey(path: string): UserKey | undefined {
	const text = wholeText(path);
	if (text === undefined) return undefined;
	const { key, made_at } = (parseJson(text) ?? {}) as { key?: unknown; made_at?: unknown };
	const madeAt = typeof made_at === 'string' ? Date.parse(made_at) : Number.NaN;
	if (typeof key !== 'string' || !HEX.test(key) || Number.isNaN(madeAt))
		throw unusable(path, 'it holds no key');
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
		if (isLink(path)) throw unusable(path, 'it is a link that leads nowhere');
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

const FIELD = ',\n\t"seal": "';
const SEAL = /^,\n\t"seal": "([^"\n]*)"\n\}\n$/;

type AnySeal = Pick<Seal<never>, 'over' | 'holds'>;

/** Characters: people read no more. Tabs double what it takes to write 2 MB (9 and 18 ms), and add a third to what is read. */
const LONG = 30_000;

/** How a document is written: with tabs, so that people can read it, or in few lines where it is long; its seal is the last field. */
export function documentText(
	doc: object,
	folded: readonly string[],
	{ seal, longText = JSON.stringify }: Writable,
): string {
	const marked = folded.length === 0 ? doc : { ...doc, folded };
	const short = longText(marked);
	const text = short.length > LONG ? short : JSON.stringify(marked, undefined, '\t');
	if (seal === undefined) return `${text}\n`;
	return `${text.slice(0, -closingOf(text).length)},\n\t"seal": "${seal.over(text)}"\n}\n`;
}

type Writable = Pick<DocumentKind<never, never>, 'longText'> & {
	readonly seal?: AnySeal | undefined;
};

function closingOf(text: string): string {
	return text.startsWith('{\n') ? '\n}' : '}';
}

/** Whether a document's text is as this build wrote it, to the letter. */
export function isSealedText(text: string, seal: AnySeal, changedAt: number): boolean {
	const [end, sealed] = SEAL.exec(text.slice(Math.max(0, text.lastIndexOf(FIELD)))) ?? [];
	if (end === undefined) return seal.holds(text, undefined, changedAt);
	const body = text.slice(0, -end.length);
	return seal.holds(`${body}${closingOf(body)}`, sealed, changedAt);
}

/** Whether there is a seal at all: what is older than the key has none. */
export function hasSeal(text: string): boolean {
	return SEAL.test(text.slice(Math.max(0, text.lastIndexOf(FIELD))));
}

/** A line with its seal, which holds for one owner's documents only. */
export function sealedLine<Line extends object>(
	line: Line,
	seal: AnySeal | undefined,
	owner: string,
): Line {
	return seal === undefined ? line : { ...line, seal: seal.over(lineText(line, owner)) };
}

/**
 * Whether a line is as this build wrote it for that owner. What no seal guards always is.
 *
 * @param changedAt since when its file is as it is, in milliseconds
 */
export function isOurLine(
	line: object,
	seal: AnySeal | undefined,
	{ owner, changedAt }: { readonly owner: string; readonly changedAt: number },
): boolean {
	if (seal === undefined) return true;
	const { seal: sealed, ...rest } = line as { seal?: unknown };
	const text = typeof sealed === 'string' ? sealed : undefined;
	return seal.holds(lineText(rest, owner), text, changedAt);
}

function lineText(line: object, owner: string): string {
	return `${owner}\n${JSON.stringify(line)}`;
}

/** A clock that was wrong by more than this, and was put right, does not hold time up. */
const FARTHEST_AHEAD_MS = 24 * 60 * 60 * 1000;

/**
 * Time that never goes back, from one process to the next: what is stored later has the later time, so times may be
 * compared where order is meant. A clock that is set back stands still until it is as late again, one millisecond for
 * each look. The latest time handed out is kept as the time of the user's key, where the model cannot reach it.
 */
export function steadyClock(configDir: string): () => number {
	const path = keyPath(configDir);
	let latest: number | undefined;
	return () => {
		const real = Date.now();
		const before = latest ?? Math.ceil(unlessError(() => statSync(path).mtimeMs) ?? 0);
		const isUsable = before <= real + FARTHEST_AHEAD_MS;
		// Another process's time is over; one process may look twice in a millisecond.
		const least = latest === undefined ? before + 1 : before;
		const now = isUsable ? Math.max(real, least) : real;
		// Without a key, or where it may not be touched, the system's clock has to do.
		if (now !== latest) unlessError(() => utimesSync(path, now / 1000, now / 1000));
		latest = now;
		return now;
	};
}
