import type { Stats } from 'node:fs';
import { Fault } from '../core/fault/fault.ts';
import type { DocumentKind, Loaded } from './document.ts';
import { appendWhole } from './log.ts';
import { isObstructed, parseJson, type ReadRegular, readRegular, statOf } from './read-regular.ts';

/** No honest document comes near it; reading a larger one would stall every hook. */
const MAX_BYTES = 16 * 1024 * 1024;

/** A document as it stands in its own file, pending lines left aside. */
export interface StoredDocument<Doc> {
	readonly loaded: Loaded<Doc>;
	/** What the file holds, before it was migrated; `undefined` where it is not JSON. */
	readonly json: unknown;
	/** Ids of pending lines the document contains although their file may still exist. */
	readonly folded: readonly string[];
}

/**
 * Reads a document without a lock and applies the changes that wait beside it (D7, D8).
 * Only a missing file is `absent`; the pending lines of a missing or a sound document count, those of
 * a corrupt one wait until it is in quarantine.
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
	const changes = waiting.flatMap((line) => knownChanges(line.changes, kind));
	const applied = kind.apply(doc, changes);
	return applied.doc === doc ? stored.loaded : { kind: 'present', doc: applied.doc };
}

/** The document in its file, and what a writer must know about that file. Same faults as `readDocument`. */
export function readStored<Doc extends object>(
	path: string,
	{ parse }: Readable<Doc>,
): StoredDocument<Doc> {
	const { text, json, folded } = readFile(path);
	if (typeof text !== 'string') return { loaded: text, json: undefined, folded: [] };
	const loaded = json === undefined ? corrupt('not JSON') : parse(json);
	return { loaded, json, folded };
}

type Readable<Doc> = Pick<DocumentKind<Doc, never>, 'parse'>;

/** What a file holds, before anybody has asked whether it is a document. */
interface FileContent {
	readonly text: ReturnType<typeof readText>;
	/** `undefined`: not JSON. */
	readonly json: unknown;
	/** The writer's marks (`document-text.ts`). */
	readonly folded: readonly string[];
}

/** Older kernels stamp files in ticks of up to 10 ms: another version may follow with the same stamp. */
const TICKS_MS = 20;
const MAX_CACHED_DOCUMENTS = 20;
/** Characters. A longer document is read each time. */
const MAX_CACHED_LENGTH = 1_048_576;

/** An event reads a document before and under its lock; one that nobody replaced meanwhile is read once. */
const cached = new Map<string, { readonly stamp: string; readonly content: FileContent }>();

function readFile(path: string): FileContent {
	// Before the text: of a file that is replaced in between, the next reader sees another stamp.
	const now = Date.now();
	const stats = statOf(path);
	const known = cached.get(path);
	if (stats !== undefined && known?.stamp === stampOf(stats)) return known.content;
	cached.delete(path);
	const text = readText(path);
	const parsed = typeof text === 'string' ? parseJson(text) : undefined;
	const content = { text, ...withoutMarks(parsed) };
	const isOld = stats !== undefined && now - stats.ctimeMs > TICKS_MS;
	if (isOld && typeof text === 'string' && text.length <= MAX_CACHED_LENGTH) {
		const [oldest = ''] = cached.keys();
		if (cached.size >= MAX_CACHED_DOCUMENTS) cached.delete(oldest);
		cached.set(path, { stamp: stampOf(stats), content });
	}
	return content;
}

/**
 * What no two versions of a document share: each is a file of its own, put in the place of the one before.
 * `undefined` if there is none.
 */
export function versionOf(path: string): string | undefined {
	const stats = statOf(path);
	return stats && stampOf(stats);
}

function stampOf({ ino, size, mtimeMs, ctimeMs }: Stats): string {
	return [ino, size, mtimeMs, ctimeMs].join(' ');
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

function isOpen(loaded: Loaded<unknown>): boolean {
	return loaded.kind === 'absent' || loaded.kind === 'present';
}

function readText(path: string): string | { kind: 'absent' } | { kind: 'corrupt'; reason: string } {
	const read = readPart(path, { bytes: MAX_BYTES, of: 'whole' });
	if (read.kind === 'text') return read.text;
	return read.kind === 'absent' ? read : corrupt(read.why);
}

function readPart(path: string, part: Parameters<typeof readRegular>[1]): ReadRegular {
	try {
		return readRegular(path, part);
	} catch (cause) {
		const { code, message } = cause as NodeJS.ErrnoException;
		if (code === 'ENOENT') return { kind: 'absent' };
		throw new Fault('state_unreadable', message, { cause, hint: 'make the file readable' });
	}
}

function corrupt(reason: string): { kind: 'corrupt'; reason: string } {
	return { kind: 'corrupt', reason };
}

/** Takes `folded`, the writer's mark, off the document (`document-text.ts` puts it there). */
function withoutMarks(json: unknown): { json: unknown; folded: readonly string[] } {
	if (typeof json !== 'object' || json === null || !('folded' in json)) return { json, folded: [] };
	const { folded, ...rest } = json as Record<string, unknown>;
	const ids = Array.isArray(folded) ? folded.filter((id) => typeof id === 'string') : [];
	return { json: rest, folded: ids };
}

/** Some 15,000 lines: what a reader goes through without keeping anybody waiting. */
const MAX_READ = 4 * 1024 * 1024;
/** No honest file comes near it. */
const MAX_FOLDED = 16 * 1024 * 1024;

/** Changes of one update that could not get the lock in time, one line of `<document>.pending.jsonl` (D8). */
export interface PendingLine {
	/** `<milliseconds>-<pid>-<count>`: a line that is read twice must count once. */
	readonly id: string;
	readonly changes: readonly unknown[];
}

/** Where changes wait that could not get the lock in time. */
export function pendingPath(document: string): string {
	return `${document}.pending.jsonl`;
}

/** The pending file while the owner of the lock folds it in; left behind when that owner dies. */
export function foldingPath(document: string): string {
	return `${document}.folding.jsonl`;
}

/**
 * The lines that wait beside a document, oldest first; of a file above 4 MB the first, the rest counts
 * when it is folded. Costs two look-ups where there are none.
 */
export function pendingLines(document: string): PendingLine[] {
	// In this order: a file renamed in between is then read twice rather than not at all.
	const waiting = linesIn(pendingPath(document), MAX_READ).lines;
	return [...linesIn(foldingPath(document), MAX_READ).lines, ...waiting];
}

interface Lines {
	readonly lines: PendingLine[];
	/** Every line could be read, so nothing is lost with the file. */
	readonly isWhole: boolean;
}

/** The lines of one file, for the one who folds it. */
export function linesToFold(path: string): Lines {
	return linesIn(path, MAX_FOLDED);
}

function linesIn(path: string, bytes: number): Lines {
	const read = readPart(path, { bytes, of: 'start' });
	if (read.kind !== 'text') return { lines: [], isWhole: read.kind === 'absent' };
	const end = read.isWhole ? read.text.length : read.text.lastIndexOf('\n') + 1;
	const texts = read.text
		.slice(0, end)
		.split('\n')
		.filter((text) => text !== '');
	const lines = texts.flatMap(parseLine);
	return { lines, isWhole: read.isWhole && lines.length === texts.length };
}

/** Lines the document does not contain yet, each once. */
export function unseen(lines: readonly PendingLine[], folded: readonly string[]): PendingLine[] {
	const seen = new Set(folded);
	return lines.filter(({ id }) => !seen.has(id) && seen.add(id));
}

let count = 0;

/** `now`: milliseconds since the epoch. */
export interface Leaving {
	readonly now: number;
	/** Default: the lines are on disk when this returns. */
	readonly isDurable?: boolean;
}

/**
 * Leaves changes beside a document. The owner of the lock renames the
 * file before it reads it, so a line is certainly read when its file still had its name after the
 * line was written. Otherwise the line is written anew, under the same id, so that it counts once.
 */
export function leavePending(
	document: string,
	changes: readonly unknown[],
	{ now, isDurable = true }: Leaving,
): void {
	const path = pendingPath(document);
	if (isObstructed(path)) {
		throw Object.assign(new Error(`EEXIST: no regular file: ${path}`), { code: 'EEXIST' });
	}
	count += 1;
	const line: PendingLine = { id: `${now}-${process.pid}-${count}`, changes };
	while (!appendWhole(path, [line], { isDurable }));
}

/** When a line was left, in milliseconds; 0 for an id of another make. */
export function leftAt(id: string): number {
	const at = Number(id.split('-')[0]);
	return Number.isFinite(at) ? at : 0;
}

function parseLine(text: string): PendingLine[] {
	const { id, changes } = (parseJson(text) ?? {}) as Partial<Record<keyof PendingLine, unknown>>;
	return typeof id === 'string' && Array.isArray(changes) ? [{ id, changes }] : [];
}
