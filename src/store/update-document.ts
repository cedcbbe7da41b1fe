import { dirname } from 'node:path';
import { moveToQuarantine, writeAtomic } from './atomic-write.ts';
import {
	type Applied,
	type DocumentKind,
	docIn,
	type Loaded,
	type Refused,
	type Updated,
} from './document.ts';
import { codeOf, isUnwritable } from './errors.ts';
import { type HoldsLock, type Writer, withLock } from './lock.ts';
import { appendLines } from './log.ts';
import { makeDirectory } from './paths.ts';
import { readDocument } from './read-document.ts';

/** One stored document. */
export interface DocumentFile<Doc> {
	/** Absolute. Its directory is made with the first write. */
	readonly path: string;
	readonly kind: DocumentKind<Doc>;
	readonly quarantineDir: string;
	/** The file for the lines that a change retires (D10). Not needed if none does. */
	readonly historyPath?: string;
}

/** What the owner of a lock needs for a change. */
export interface Held {
	readonly context: Writer;
	readonly holdsLock: HoldsLock;
}

/** Changes a document. Returns the document itself if there is nothing to change. */
export type Change<Doc> = (doc: Doc) => Applied<Doc>;

/**
 * Changes a stored document under its lock, and waits for the lock as long as the event may (`context.writing`). If
 * nothing changes, nothing is written and no lock is taken.
 *
 * @throws Fault `state_unreadable` if reading fails for another reason than a missing right
 */
export async function updateDocument<Doc>(
	file: DocumentFile<Doc>,
	change: Change<Doc>,
	context: Writer,
): Promise<Updated<Doc>> {
	return orRefused(async () => {
		const settled = settledWithoutLock(file, change);
		if (settled !== undefined) return settled;
		const store = (holdsLock: HoldsLock) => storeChange(file, change, { context, holdsLock });
		return await underLock(file.path, store, context);
	});
}

/**
 * The answer if nothing has to be written; `undefined` if the lock is needed. An unreadable or newer file is
 * told apart here: it needs no lock either.
 */
function settledWithoutLock<Doc>(
	{ path, kind }: Pick<DocumentFile<Doc>, 'path' | 'kind'>,
	change: Change<Doc>,
): Updated<Doc> | undefined {
	const loaded = readDocument(path, kind);
	if (loaded.kind === 'corrupt') return undefined;
	if (loaded.kind === 'newer') return newerRefused(loaded);
	const before = docIn(loaded, kind);
	const isCurrent = loaded.kind === 'absent' || loaded.migrated !== true;
	return isCurrent && change(before).doc === before
		? { kind: 'unchanged', doc: before }
		: undefined;
}

/**
 * Reads the document, applies the change and replaces the file. Only the owner of its lock may call this. A crash
 * leaves the old document or the new one; retired lines are in the history first, and a crash in between leaves
 * them in both files.
 */
export function storeChange<Doc>(
	file: DocumentFile<Doc>,
	change: Change<Doc>,
	{ context, holdsLock }: Held,
): Updated<Doc> {
	const { path, kind, historyPath } = file;
	const quarantined = quarantineIfCorrupt(file, context);
	const aside = quarantined === undefined ? {} : { quarantined };
	const loaded = readDocument(path, kind);
	if (loaded.kind === 'newer') return newerRefused(loaded);
	const before = docIn(loaded, kind);
	const { doc, retired } = change(before);
	if (doc === before && !isOld(loaded)) return { kind: 'unchanged', doc, ...aside };
	context.writing.begin();
	if (historyPath !== undefined) appendLines(historyPath, retired, { isDurable: true });
	const isWritten = writeAtomic(path, documentText(doc), { mayReplace: holdsLock });
	return isWritten ? { kind: 'written', doc, ...aside } : BUSY;
}

/** An older shape is written in the new one. */
function isOld<Doc>(loaded: Loaded<Doc>): boolean {
	return loaded.kind === 'present' && loaded.migrated === true;
}

/** For a reader: a corrupt document is moved to quarantine first, unless its lock is busy or nothing may be written. */
export async function readOrSetAside<Doc>(
	file: DocumentFile<Doc>,
	context: Writer,
): Promise<Loaded<Doc>> {
	const loaded = readDocument(file.path, file.kind);
	if (loaded.kind !== 'corrupt' || context.writing.isReadOnly) return loaded;
	const moved = await underLock(file.path, () => quarantineIfCorrupt(file, context), context);
	if (typeof moved === 'string')
		return { kind: 'corrupt', reason: `${loaded.reason}; moved to ${moved}` };
	return readDocument(file.path, file.kind);
}

/** Moves a corrupt document away, and returns where it is now. Only the owner of its lock may call this. */
export function quarantineIfCorrupt<Doc>(
	{ path, kind, quarantineDir }: DocumentFile<Doc>,
	{ now, writing }: Writer,
): string | undefined {
	if (readDocument(path, kind).kind !== 'corrupt') return undefined;
	writing.begin();
	return moveToQuarantine(path, quarantineDir, now());
}

/** Runs `action` under the lock of a file, whose directory is made if it is missing. */
export async function underLock<Value>(
	path: string,
	action: (holdsLock: HoldsLock) => Value | Promise<Value>,
	context: Writer,
): Promise<Value | Refused> {
	return orRefused(async () => {
		makeDirectory(dirname(path));
		const locked = await withLock(path, action, context);
		return locked.kind === 'held' ? locked.value : BUSY;
	});
}

/** Turns the errors of a disk that takes no write into a value. */
async function orRefused<Value>(work: () => Promise<Value>): Promise<Value | Refused> {
	try {
		return await work();
	} catch (error) {
		if (!isUnwritable(error)) throw error;
		return { kind: 'refused', why: 'unwritable', reason: codeOf(error) };
	}
}

const BUSY: Refused = { kind: 'refused', why: 'busy', reason: 'state file locked' };

function newerRefused({ version }: { readonly version: number }): Refused {
	return { kind: 'refused', why: 'newer', reason: `schema version ${version}` };
}

/** The text of a document, for people too. */
function documentText(doc: unknown): string {
	return `${JSON.stringify(doc, undefined, '\t')}\n`;
}
