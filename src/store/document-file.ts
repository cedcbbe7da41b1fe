import { dirname } from 'node:path';
import { moveToQuarantine, writeAtomic } from './atomic-write.ts';
import type { Applied, DocumentKind, Loaded, Refused, Updated } from './document.ts';
import { codeOf, isUnwritable } from './errors.ts';
import { Fault } from './fault.ts';
import { type HoldsLock, type Writer, withLock } from './lock.ts';
import { appendLines } from './log.ts';
import { BUSY, newerObstacle, type Obstacle, obstacleOf } from './obstacle.ts';
import { existingPart, makeDirectory } from './paths.ts';
import { parseJson, readRegular } from './read-file.ts';

export interface DocumentFile<Doc> {
	/** Absolute. Its directory is made with the first write. */
	readonly path: string;
	readonly kind: DocumentKind<Doc>;
	readonly quarantineDir: string;
	/** The file for the lines that a change retires (D10). Not needed if none does. */
	readonly historyPath?: string;
}

export interface Held {
	readonly context: Writer;
	readonly holdsLock: HoldsLock;
}

/** Changes a document. Returns the document itself if there is nothing to change. */
export type Change<Doc> = (doc: Doc) => Applied<Doc>;

/** Bytes. Real documents stay far below; reading a larger one would stall every hook. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Reads a document without a lock: a writer replaces the file as a whole. Only a missing file is `absent`.
 *
 * @throws Fault `state_unreadable` if the file cannot be read, such as for a missing right
 */
export function readDocument<Doc>(path: string, { parse }: Pick<DocumentKind<Doc>, 'parse'>): Loaded<Doc> {
	try {
		const read = readRegular(path, { bytes: MAX_BYTES, of: 'whole' });
		if (read.kind === 'absent') return read;
		if (read.kind === 'refused') return { kind: 'corrupt', reason: read.why };
		const json = parseJson(read.text);
		return json === undefined ? { kind: 'corrupt', reason: 'not JSON' } : parse(json);
	} catch (cause) {
		const code = codeOf(cause);
		if (code === 'ENOENT') return { kind: 'absent' };
		const { what, fix: hint } = readObstacle(path, code || (cause as Error).message);
		throw new Fault('state_unreadable', what, { cause, hint });
	}
}

/** Why a path cannot be read; of a path below a file, that file is named. `code`: as Node names it. */
export function readObstacle(path: string, code: string): Obstacle {
	return obstacleOf('read', code === 'ENOTDIR' ? existingPart(path) : path, code);
}

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
	return orRefused(file.path, async () => {
		const next = nextOf(file, change);
		if (next.kind !== 'changed') return next;
		const store = (holdsLock: HoldsLock) => storeChange(file, change, { context, holdsLock });
		return await underLock(file.path, store, context);
	});
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
	const quarantined = quarantineIfCorrupt(file, context);
	const aside = quarantined === undefined ? {} : { quarantined };
	const next = nextOf(file, change);
	if (next.kind !== 'changed') return { ...next, ...aside };
	const { doc, retired } = next;
	if (file.historyPath !== undefined) appendLines(file.historyPath, retired, { isDurable: true });
	const text = `${JSON.stringify(doc, undefined, '\t')}\n`;
	const isWritten = writeAtomic(file.path, text, { mayReplace: holdsLock });
	return isWritten ? { kind: 'written', doc, ...aside } : refusedBy(BUSY);
}

/** What a change makes of the stored document. An older shape counts as changed, and so does a corrupt file. */
function nextOf<Doc>(
	{ path, kind }: DocumentFile<Doc>,
	change: Change<Doc>,
): Updated<Doc> | ({ readonly kind: 'changed' } & Applied<Doc>) {
	const loaded = readDocument(path, kind);
	if (loaded.kind === 'newer') return refusedBy(newerObstacle(path));
	const before = loaded.kind === 'present' ? loaded.doc : kind.empty();
	const { doc, retired } = change(before);
	const isOld = loaded.kind === 'corrupt' || (loaded.kind === 'present' && loaded.migrated);
	return doc === before && !isOld ? { kind: 'unchanged', doc } : { kind: 'changed', doc, retired };
}

/** For a reader: a corrupt document is moved to quarantine first, unless its lock is busy or nothing may be written. */
export async function readOrSetAside<Doc>(file: DocumentFile<Doc>, context: Writer): Promise<Loaded<Doc>> {
	const loaded = readDocument(file.path, file.kind);
	if (loaded.kind !== 'corrupt' || context.writing.isReadOnly) return loaded;
	const moved = await underLock(file.path, () => quarantineIfCorrupt(file, context), context);
	if (typeof moved === 'string') return { kind: 'corrupt', reason: `${loaded.reason}; moved to ${moved}` };
	return readDocument(file.path, file.kind);
}

/** Moves a corrupt document away, and returns where it is now. Only the owner of its lock may call this. */
export function quarantineIfCorrupt<Doc>(
	{ path, kind, quarantineDir }: DocumentFile<Doc>,
	{ now }: Writer,
): string | undefined {
	if (readDocument(path, kind).kind !== 'corrupt') return undefined;
	return moveToQuarantine(path, quarantineDir, now());
}

/** Runs `action` under the lock of a file, whose directory is made if it is missing. */
export async function underLock<Value>(
	path: string,
	action: (holdsLock: HoldsLock) => Value | Promise<Value>,
	context: Writer,
): Promise<Value | Refused> {
	return orRefused(path, async () => {
		makeDirectory(dirname(path));
		const locked = await withLock(path, action, context);
		return locked.kind === 'held' ? locked.value : refusedBy(BUSY);
	});
}

/** Turns the errors of a disk that takes no write into a value. `path`: of the document or the lock. */
async function orRefused<Value>(path: string, work: () => Promise<Value>): Promise<Value | Refused> {
	try {
		return await work();
	} catch (error) {
		if (!isUnwritable(error)) throw error;
		return refusedBy(obstacleOf('write', dirname(path), codeOf(error)));
	}
}

function refusedBy(obstacle: Obstacle): Refused {
	return { kind: 'refused', obstacle };
}
