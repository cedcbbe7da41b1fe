import type { Stats } from 'node:fs';
import type { DocumentKind, Loaded } from '../core/document/document.ts';
import { Fault } from '../core/fault/fault.ts';
import { ours, pendingLines, unseen } from './pending-lines.ts';
import { parseJson } from './read-json.ts';
import { readRegular, statOf } from './read-regular.ts';
import { isOurs } from './sealed-text.ts';

/** No honest document comes near it; reading a larger one would stall every hook. */
const MAX_BYTES = 16 * 1024 * 1024;

/** A document as it stands in its own file, pending lines left aside. */
export interface Stored<Doc> {
	readonly loaded: Loaded<Doc>;
	/** What the file holds, before it was migrated; `undefined` where it is not JSON. */
	readonly json: unknown;
	/** Ids of pending lines the document contains although their file may still exist. */
	readonly folded: readonly string[];
}

/**
 * Reads a document without a lock and applies the changes that wait beside it (D7, D8).
 * Only a missing file is `absent`; the pending lines of a missing or a sound document count, those of
 * a corrupt one wait until it is in quarantine, those of a foreign one until somebody trusts it.
 *
 * @throws Fault `state_unreadable` where the file is there and may not be read
 */
export function readDocument<Doc extends object, Change>(
	path: string,
	kind: DocumentKind<Doc, Change>,
): Loaded<Doc> {
	// Before the document: lines that leave their file in between are then in the document already.
	const pending = pendingLines(path);
	const stored = readStored(path, kind);
	const waiting = unseen(pending, stored.folded);
	if (waiting.length === 0 || !isOpen(stored.loaded)) return stored.loaded;
	const doc = docIn(stored.loaded, kind);
	const lines = ours(waiting, doc, kind.seal);
	const changes = lines.flatMap((line) => knownChanges(line.changes, kind));
	const applied = kind.apply(doc, changes);
	return applied.doc === doc ? stored.loaded : { kind: 'present', doc: applied.doc };
}

/** The document in its file, and what a writer must know about that file. Same faults as `readDocument`. */
export function readStored<Doc extends object, Change>(
	path: string,
	kind: Readable<Doc, Change>,
): Stored<Doc> {
	// Before the text: of a file that is replaced in between, the next reader sees another stamp.
	const stats = statOf(path);
	const stamp = stampOf(stats);
	const known = lastRead.get(path);
	if (stamp !== undefined && known?.stamp === stamp) return known.stored as Stored<Doc>;
	const text = readText(path);
	if (typeof text !== 'string') return { loaded: text, json: undefined, folded: [] };
	const stored = storedIn(text, kind, stats?.ctimeMs ?? Infinity);
	lastRead.set(path, { stamp, stored });
	return stored;
}

type Readable<Doc, Change = never> = Pick<DocumentKind<Doc, Change>, 'parse' | 'seal'>;

/** A hook reads a document before and under its lock; one that nobody replaced meanwhile is read once. */
const lastRead = new Map<
	string,
	{ readonly stamp: string | undefined; readonly stored: Stored<unknown> }
>();

/** What no two versions of a document share: each is a file of its own, put in the place of the one before. */
function stampOf(stats: Stats | undefined): string | undefined {
	return stats && [stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs].join(' ');
}

/** What tells whether somebody has replaced a document since; `undefined` where there is none. */
export function versionOf(path: string): string | undefined {
	return stampOf(statOf(path));
}

function storedIn<Doc extends object>(
	text: string,
	{ parse, seal }: Readable<Doc>,
	changedAt: number,
): Stored<Doc> {
	const parsed = parseJson(text);
	if (parsed === undefined) return { loaded: corrupt('not JSON'), json: undefined, folded: [] };
	const { json, folded } = withoutMarks(parsed);
	const loaded = parse(json);
	if (loaded.kind === 'corrupt' || seal === undefined || isOurs(text, seal, changedAt))
		return { loaded, json, folded };
	return { loaded: { ...loaded, foreignSince: changedAt }, json, folded };
}

/** The document that was read, or an empty one where there is none to go by. */
export function docIn<Doc extends object>(
	loaded: Loaded<Doc>,
	kind: Pick<DocumentKind<Doc, never>, 'empty'>,
): Doc {
	return loaded.kind === 'present' ? loaded.doc : kind.empty();
}

/** The changes of a pending line this build knows. */
export function knownChanges<Change>(
	changes: readonly unknown[],
	kind: Pick<DocumentKind<never, Change>, 'parseChange'>,
): Change[] {
	return changes.flatMap((json) => {
		const change = kind.parseChange(json);
		return change === undefined ? [] : [change];
	});
}

/** Whether another program wrote a document: it is left as it is until somebody trusts it. */
export function isForeign(loaded: Loaded<unknown>): boolean {
	return loaded.kind === 'present' && loaded.foreignSince !== undefined;
}

function isOpen(loaded: Loaded<unknown>): boolean {
	return loaded.kind === 'absent' || (loaded.kind === 'present' && !isForeign(loaded));
}

function readText(path: string): string | { kind: 'absent' } | { kind: 'corrupt'; reason: string } {
	try {
		const read = readRegular(path, { bytes: MAX_BYTES, of: 'whole' });
		if (read.kind === 'text') return read.text;
		return read.kind === 'absent' ? read : corrupt(read.why);
	} catch (cause) {
		const { code, message } = cause as NodeJS.ErrnoException;
		if (code === 'ENOENT') return { kind: 'absent' };
		throw new Fault('state_unreadable', message, { cause, hint: 'make the file readable' });
	}
}

function corrupt(reason: string): { kind: 'corrupt'; reason: string } {
	return { kind: 'corrupt', reason };
}

/** Takes `folded` and `seal`, the writer's marks, off the document (sealed-text.ts puts them there). */
function withoutMarks(json: unknown): { json: unknown; folded: readonly string[] } {
	if (typeof json !== 'object' || json === null || !('folded' in json || 'seal' in json))
		return { json, folded: [] };
	const { folded, seal: _seal, ...rest } = json as Record<string, unknown>;
	const ids = Array.isArray(folded) ? folded.filter((id) => typeof id === 'string') : [];
	return { json: rest, folded: ids };
}
