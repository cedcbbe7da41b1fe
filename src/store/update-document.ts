import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { Fault } from '../core/fault/fault.ts';
import { moveToQuarantine, removeLost, removeTemporaries, writeAtomic } from './atomic-write.ts';
import type { DocumentKind, Loaded, Updated } from './document.ts';
import { documentText } from './document-text.ts';
import { type Locked, type LockTerms, withLock } from './lock.ts';
import { appendWhole } from './log.ts';
import {
	docIn,
	foldingPath,
	knownChanges,
	leavePending,
	leftAt,
	linesToFold,
	type PendingLine,
	pendingLines,
	pendingPath,
	readDocument,
	readStored,
	type StoredDocument,
	unseen,
} from './read-document.ts';
import { codeOf, isUnwritable, unlessError, whereUnwritable } from './read-regular.ts';
import { makeDirectory } from './state-folders.ts';

/** One stored document, and everything a writer of it needs. */
export interface DocumentTarget<Doc extends object, Change> extends LockTerms {
	/** Absolute. Its directory is made with the first write. */
	readonly path: string;
	readonly kind: DocumentKind<Doc, Change>;
	readonly quarantineDir: string;
	/** Where retired lines go (D10); `undefined` for a kind that retires nothing. */
	readonly historyPath: string | undefined;
	/** Milliseconds since the epoch. */
	readonly now: number;
	/** Whether what lies at `path` is the document meant; asked under the lock (D4: files change owners). */
	readonly isMine: (found: Loaded<Doc>) => boolean;
}

type AnyTarget = DocumentTarget<never, never>;

/** What was meant is not at this path any more: look it up again. Nothing was changed. */
export interface Moved {
	readonly kind: 'moved';
}

/**
 * The only writer of a document (D7): applies the changes to what is stored, under its lock. Where
 * they change nothing, nothing is written and no lock is taken. Where the lock is not to be had in
 * time, they wait beside the document and every reader applies them (D8).
 *
 * @throws Fault `state_unreadable` where reading fails for another reason than a missing right
 */
export async function updateDocument<Doc extends object, Change>(
	target: DocumentTarget<Doc, Change>,
	changes: readonly Change[],
): Promise<Updated<Doc> | Moved> {
	try {
		const settled = withoutEffect(target, changes);
		if (settled !== undefined) return settled;
		const locked = await lock(target, (holdsLock) => {
			const stored = storeChanges(target, changes, holdsLock);
			removeLost(target.path);
			return stored;
		});
		const stored = locked.kind === 'held' ? locked.value : undefined;
		return stored ?? leaveBeside(target, changes);
	} catch (error) {
		const { path, kind } = target;
		// What is stored, as far as it can be told where writing failed.
		const known = () => unlessError(() => docIn(readDocument(path, kind), kind));
		return refuseUnwritable(error, () => known() ?? kind.empty());
	}
}

/** The same for a document that is nowhere else. */
export async function updateInPlace<Doc extends object, Change>(
	target: DocumentTarget<Doc, Change>,
	changes: readonly Change[],
): Promise<Updated<Doc>> {
	const updated = await updateDocument(target, changes);
	if (updated.kind !== 'moved') return updated;
	throw new Fault('unexpected', `${target.path} cannot be elsewhere`);
}

/** For a reader who met a corrupt file of that kind: what is there once it is set aside. */
export async function setAside<Doc extends object, Change>(
	target: DocumentTarget<Doc, Change>,
	{ reason }: { readonly reason: string },
): Promise<Loaded<Doc>> {
	const movedTo = await quarantineIfCorrupt(target);
	if (movedTo === undefined) return readDocument(target.path, target.kind);
	return { kind: 'corrupt', reason: `${reason}; moved to ${movedTo}` };
}

/** The answer where the disk will not take a write; any other error is thrown on. */
export function refuseUnwritable<Doc>(error: unknown, doc: () => Doc): Updated<Doc> {
	if (!isUnwritable(error)) throw error;
	return { kind: 'refused', why: 'unwritable', doc: doc(), reason: codeOf(error) };
}

/**
 * For a reader who met a corrupt file: moves it away, after a second look under its lock.
 *
 * @returns where it is now; `undefined` when it is sound after all, or cannot be moved at present
 */
export async function quarantineIfCorrupt<Doc extends object, Change>(
	target: DocumentTarget<Doc, Change>,
): Promise<string | undefined> {
	const locked = await lock(target, () => quarantineCorrupt(target)).catch(whereUnwritable);
	return locked?.kind === 'held' ? locked.value : undefined;
}

/** Runs `action` under the lock of a document, whose directory is made when missing. */
export async function lock<Value>(
	{ path, waitMs, hostname, processes }: LockTerms & { readonly path: string },
	action: (holdsLock: () => boolean) => Value | Promise<Value>,
): Promise<Locked<Value>> {
	makeDirectory(dirname(path));
	const onBroken = (pid: number) => removeTemporaries(path, pid);
	return withLock({ path, waitMs, hostname, processes, onBroken }, action);
}

/** Leaves changes beside a document. */
function leaveBeside<Doc extends object, Change>(
	target: DocumentTarget<Doc, Change>,
	changes: readonly Change[],
): Updated<Doc> | Moved {
	const { path, kind, now } = target;
	const loaded = readDocument(path, kind);
	if (!target.isMine(loaded)) return { kind: 'moved' };
	if (loaded.kind === 'newer') return newerRefused(kind.empty(), loaded.version);
	const before = docIn(loaded, kind);
	leavePending(path, changes, { now });
	return { kind: 'pending', doc: kind.apply(before, changes).doc };
}

/** How long (ms) a writer of a pending line may take to see that its file was renamed under it. */
const MARK_KEPT_MS = 60_000;

/**
 * Folds waiting lines in, applies the changes and stores the document. Only the owner of its lock may
 * call this.
 *
 * A crash at any point loses and repeats nothing: the waiting lines get a name of their own before
 * they are read and go only after the document is on disk, and the document carries their ids
 * (`folded`), so that lines whose file outlives it are not applied a second time. Only history lines
 * may be written twice; their reader drops repeats.
 *
 * @param holdsLock whether the lock still stands, asked right before the document is replaced
 * @returns `undefined` when the lock was lost first: nothing was stored
 */
export function storeChanges<Doc extends object, Change>(
	target: DocumentTarget<Doc, Change>,
	changes: readonly Change[],
	holdsLock: () => boolean,
): Updated<Doc> | Moved | undefined {
	const quarantined = quarantineCorrupt(target);
	const [pending, folding] = [pendingPath(target.path), foldingPath(target.path)];
	if (existsSync(folding) && existsSync(pending)) {
		const earlier = fold(target, [], holdsLock);
		if (earlier?.kind !== 'written' && earlier?.kind !== 'unchanged') return earlier;
	}
	if (existsSync(pending)) renameSync(pending, folding);
	const result = fold(target, changes, holdsLock);
	if (quarantined === undefined || result === undefined || result.kind === 'moved') return result;
	return { ...result, quarantined };
}

/** Moves a corrupt document away; where it went. Only the owner of its lock may call this. */
function quarantineCorrupt<Doc extends object, Change>(
	target: DocumentTarget<Doc, Change>,
): string | undefined {
	const { loaded } = readStored(target.path, target.kind);
	if (loaded.kind !== 'corrupt') return undefined;
	return moveToQuarantine(target.path, target.quarantineDir, target.now);
}

/** What keeps a writer from a document; `undefined` where nothing does. */
function obstacle<Doc extends object, Change>(
	{ kind, isMine }: DocumentTarget<Doc, Change>,
	loaded: Loaded<Doc>,
): Updated<Doc> | Moved | undefined {
	if (!isMine(loaded)) return { kind: 'moved' };
	return loaded.kind === 'newer' ? newerRefused(kind.empty(), loaded.version) : undefined;
}

/** The answer for a document of a newer build: it is left as it is (D7). */
function newerRefused<Doc>(doc: Doc, version: number): Updated<Doc> {
	return { kind: 'refused', why: 'newer', doc, reason: `schema version ${version}` };
}

/** The answer where nothing has to be written; `undefined` where that takes the lock to say. */
function withoutEffect<Doc extends object, Change>(
	target: DocumentTarget<Doc, Change>,
	changes: readonly Change[],
): Updated<Doc> | Moved | undefined {
	if (pendingLines(target.path).length > 0) return undefined;
	const stored = readStored(target.path, target.kind);
	if (stored.loaded.kind === 'corrupt') return undefined;
	const obstructed = obstacle(target, stored.loaded);
	if (obstructed !== undefined) return obstructed;
	const before = docIn(stored.loaded, target.kind);
	const { doc } = target.kind.apply(before, changes);
	return isChange(doc, before, stored) ? undefined : { kind: 'unchanged', doc };
}

/** A document that is not there has to be written only where the changes make it another one than an empty one. */
function isChange<Doc>(doc: Doc, before: Doc, { json }: StoredDocument<Doc>): boolean {
	return json === undefined ? doc !== before : !isStored(doc, json);
}

function fold<Doc extends object, Change>(
	target: DocumentTarget<Doc, Change>,
	changes: readonly Change[],
	holdsLock: () => boolean,
): Updated<Doc> | Moved | undefined {
	const { path, kind } = target;
	const stored = readStored(path, kind);
	const obstructed = obstacle(target, stored.loaded);
	if (obstructed !== undefined) return obstructed;
	const before = docIn(stored.loaded, kind);
	const folding = linesToFold(foldingPath(path));
	const waiting = unseen(folding.lines, stored.folded).flatMap((line) => line.changes);
	const known = knownChanges(waiting, kind);
	const { doc, retired } = kind.apply(before, [...known, ...changes]);
	const isChanged = isChange(doc, before, stored);
	const text = documentText(doc, marks(stored, folding.lines, target.now));
	if (isChanged && !replace(target, { text, retired }, holdsLock)) return undefined;
	settleWaiting(target, folding.isWhole && known.length === waiting.length);
	return { kind: isChanged ? 'written' : 'unchanged', doc };
}

/** History first: after a crash in between, a retired line is in both places rather than in none. */
function replace<Doc extends object, Change>(
	{ path, historyPath }: DocumentTarget<Doc, Change>,
	next: { readonly text: string; readonly retired: readonly object[] },
	holdsLock: () => boolean,
): boolean {
	if (historyPath !== undefined && next.retired.length > 0) {
		appendWhole(historyPath, next.retired, { isDurable: true });
	}
	return writeAtomic(path, next.text, holdsLock);
}

function marks<Doc>(
	stored: StoredDocument<Doc>,
	lines: readonly PendingLine[],
	now: number,
): readonly string[] {
	const recent = stored.folded.filter((id) => leftAt(id) > now - MARK_KEPT_MS);
	return [...new Set([...recent, ...lines.map(({ id }) => id)])];
}

/** The lines that waited are where they belong. A line that could not be read, or is a newer build's, is kept aside. */
export function settleWaiting(
	{ path, quarantineDir, now }: Pick<AnyTarget, 'path' | 'quarantineDir' | 'now'>,
	isUnderstood: boolean,
): void {
	const folding = foldingPath(path);
	if (!existsSync(folding)) return;
	if (isUnderstood) rmSync(folding, { force: true });
	else moveToQuarantine(folding, quarantineDir, now);
}

/** Whether a document says what is stored already; the order of keys does not count. */
function isStored(doc: unknown, json: unknown): boolean {
	if (doc === json) return true;
	if (!isParent(doc) || !isParent(json)) return false;
	if (Array.isArray(doc) !== Array.isArray(json)) return false;
	const said = Object.entries(doc).filter(([, value]) => value !== undefined);
	if (said.length !== Object.keys(json).length) return false;
	return said.every(([key, value]) => Object.hasOwn(json, key) && isStored(value, json[key]));
}

function isParent(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null;
}
