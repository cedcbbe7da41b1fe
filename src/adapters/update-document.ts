import { dirname } from 'node:path';
import type { Updated } from '../core/document/document.ts';
import { removeLost, removeTemporaries } from './atomic-write.ts';
import type { DocumentTarget, Moved } from './document-target.ts';
import type { Locked } from './lock.ts';
import { makeDirectory } from './make-directory.ts';
import { leavePending, pendingLines } from './pending-lines.ts';
import { docIn, isForeign, readDocument, readStored } from './read-document.ts';
import { isStored, newerRefused, quarantineCorrupt, storeChanges } from './store-document.ts';
import { codeOf, isUnwritable } from './unwritable.ts';

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
		return withoutEffect(target, changes) ?? (await underLock(target, changes));
	} catch (error) {
		return refuseUnwritable(error, () => docOf(target));
	}
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
	try {
		const locked = await lock(target, () => quarantineCorrupt(target));
		return locked.kind === 'held' ? locked.value : undefined;
	} catch (error) {
		if (!isUnwritable(error)) throw error;
		return undefined;
	}
}

/** Runs `action` under the lock of a document, whose directory is made when missing. */
export async function lock<Doc extends object, Change, Value>(
	target: DocumentTarget<Doc, Change>,
	action: (holdsLock: () => boolean) => Value | Promise<Value>,
): Promise<Locked<Value>> {
	const { path, waitMs, hostname, processes } = target;
	makeDirectory(dirname(path));
	const { withLock } = await import('./lock.ts');
	const onBroken = (pid: number) => removeTemporaries(path, pid);
	return withLock({ path, waitMs, hostname, processes, onBroken }, action);
}

/** The answer where nothing has to be written; `undefined` where that takes the lock to say. */
function withoutEffect<Doc extends object, Change>(
	target: DocumentTarget<Doc, Change>,
	changes: readonly Change[],
): Updated<Doc> | Moved | undefined {
	if (pendingLines(target.path).length > 0) return undefined;
	const { loaded, json } = readStored(target.path, target.kind);
	if (loaded.kind === 'corrupt') return undefined;
	if (!target.isMine(loaded) || isForeign(loaded)) return { kind: 'moved' };
	if (loaded.kind === 'newer') return newerRefused(target.kind.empty(), loaded.version);
	const before = docIn(loaded, target.kind);
	const { doc } = target.kind.apply(before, changes);
	const isNothing = loaded.kind === 'absent' ? doc === before : isStored(doc, json);
	return isNothing ? { kind: 'unchanged', doc } : undefined;
}

async function underLock<Doc extends object, Change>(
	target: DocumentTarget<Doc, Change>,
	changes: readonly Change[],
): Promise<Updated<Doc> | Moved> {
	const locked = await lock(target, async (holdsLock) => {
		const stored = await storeChanges(target, changes, holdsLock);
		removeLost(target.path);
		return stored;
	});
	const stored = locked.kind === 'held' ? locked.value : undefined;
	return stored ?? leaveBeside(target, changes);
}

/** Leaves changes beside a document; those of a foreign one wait until somebody trusts it. */
export function leaveBeside<Doc extends object, Change>(
	target: DocumentTarget<Doc, Change>,
	changes: readonly Change[],
): Updated<Doc> | Moved {
	const { path, kind, now } = target;
	const loaded = readDocument(path, kind);
	if (!target.isMine(loaded)) return { kind: 'moved' };
	if (loaded.kind === 'newer') return newerRefused(kind.empty(), loaded.version);
	const before = docIn(loaded, kind);
	leavePending(path, changes, {
		now,
		sealed: { seal: kind.seal, owner: kind.seal?.owner(before) ?? '' },
	});
	return { kind: 'pending', doc: kind.apply(before, changes).doc };
}

/** What is stored, as far as it can be told where writing failed. */
function docOf<Doc extends object, Change>({ path, kind }: DocumentTarget<Doc, Change>): Doc {
	try {
		return docIn(readDocument(path, kind), kind);
	} catch {
		return kind.empty();
	}
}
