import { existsSync, renameSync, rmSync } from 'node:fs';
import type { Updated } from '../core/document/document.ts';
import { appendDurably } from './append-durably.ts';
import { writeAtomic } from './atomic-write.ts';
import type { DocumentTarget, Moved } from './document-target.ts';
import {
	foldingPath,
	leftAt,
	linesOf,
	ours,
	type PendingLine,
	pendingPath,
	unseen,
} from './pending-lines.ts';
import { moveToQuarantine } from './quarantine.ts';
import { docIn, isForeign, knownChanges, readStored, type Stored } from './read-document.ts';
import { documentText, sealedLine } from './sealed-text.ts';

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
export function quarantineCorrupt<Doc extends object, Change>(
	target: DocumentTarget<Doc, Change>,
): string | undefined {
	const { loaded } = readStored(target.path, target.kind);
	if (loaded.kind !== 'corrupt') return undefined;
	return moveToQuarantine(target.path, target.quarantineDir, target.now);
}

/** Whether a document says what is stored already; the order of keys does not count. */
export function isStored(doc: unknown, json: unknown): boolean {
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

function fold<Doc extends object, Change>(
	target: DocumentTarget<Doc, Change>,
	changes: readonly Change[],
	holdsLock: () => boolean,
): Updated<Doc> | Moved | undefined {
	const { path, kind } = target;
	const stored = readStored(path, kind);
	if (!target.isMine(stored.loaded) || isForeign(stored.loaded)) return { kind: 'moved' };
	if (stored.loaded.kind === 'newer') return newerRefused(kind.empty(), stored.loaded.version);
	const before = docIn(stored.loaded, kind);
	const folding = linesOf(foldingPath(path));
	const lines = ours(folding.lines, before, kind.seal);
	const isWhole = folding.isWhole && lines.length === folding.lines.length;
	const waiting = unseen(lines, stored.folded).flatMap((line) => line.changes);
	const known = knownChanges(waiting, kind);
	const { doc, retired } = kind.apply(before, [...known, ...changes]);
	const isChanged = stored.json === undefined ? doc !== before : !isStored(doc, stored.json);
	const text = documentText(doc, marks(stored, lines, target.now), kind.seal);
	const owner = kind.seal?.owner(doc) ?? '';
	const leaving = retired.map((line) => sealedLine(line, kind.seal, owner));
	if (isChanged && !replace(target, { text, retired: leaving }, holdsLock)) return undefined;
	settle(target, isWhole && known.length === waiting.length);
	return { kind: isChanged ? 'written' : 'unchanged', doc };
}

/** History first: after a crash in between, a retired line is in both places rather than in none. */
function replace<Doc extends object, Change>(
	{ path, historyPath }: DocumentTarget<Doc, Change>,
	next: { readonly text: string; readonly retired: readonly object[] },
	holdsLock: () => boolean,
): boolean {
	if (historyPath !== undefined && next.retired.length > 0) {
		appendDurably(historyPath, next.retired);
	}
	return writeAtomic(path, next.text, holdsLock);
}

/** The answer for a document of a newer build: it is left as it is (D7). */
export function newerRefused<Doc>(doc: Doc, version: number): Updated<Doc> {
	return { kind: 'refused', why: 'newer', doc, reason: `schema version ${version}` };
}

function marks<Doc>(
	stored: Stored<Doc>,
	lines: readonly PendingLine[],
	now: number,
): readonly string[] {
	const recent = stored.folded.filter((id) => leftAt(id) > now - MARK_KEPT_MS);
	return [...new Set([...recent, ...lines.map(({ id }) => id)])];
}

/** The lines are in the document. A line that could not be read, or is a newer build's, is kept aside. */
function settle<Doc extends object, Change>(
	target: DocumentTarget<Doc, Change>,
	isUnderstood: boolean,
): void {
	const folding = foldingPath(target.path);
	if (!existsSync(folding)) return;
	if (isUnderstood) rmSync(folding, { force: true });
	else moveToQuarantine(folding, target.quarantineDir, target.now);
}
