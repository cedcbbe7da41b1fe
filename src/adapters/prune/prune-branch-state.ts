import { existsSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { prunedHistory } from '../../core/branch-state/prune.ts';
import type { BranchState } from '../../core/branch-state/schema.ts';
import { createAtomic, writeAtomic } from '../atomic-write.ts';
import { readHistory } from '../branch-state-history.ts';
import type { BranchTarget } from '../branch-state-target.ts';
import { makeDirectory } from '../make-directory.ts';
import { pendingPath } from '../pending-lines.ts';
import { readStored } from '../read-document.ts';
import { documentText } from '../sealed-text.ts';
import { storeChanges } from '../store-document.ts';
import { lock } from '../update-document.ts';

/**
 * Removes the state of a branch that is gone, once what was satisfied in it is on disk in the history. A
 * crash in between leaves both; the next prune goes on from there.
 *
 * @param isGone asked again under the lock
 * @returns why it stays; `undefined` when it is gone
 */
export async function removeBranchState(
	target: BranchTarget,
	isGone: () => boolean,
): Promise<string | undefined> {
	const locked = await lock(target, (holdsLock) =>
		isGone() ? retire(target, holdsLock) : 'somebody uses it again',
	);
	return locked.kind === 'held' ? locked.value : 'somebody holds its lock';
}

function retire(target: BranchTarget, holdsLock: () => boolean): string | undefined {
	const { path, kind } = target;
	// Another prune was faster.
	if (!existsSync(path)) return undefined;
	const folded = storeChanges(target, [], holdsLock);
	const { loaded, folded: marks } = readStored(path, kind);
	const isStored = folded?.kind === 'written' || folded?.kind === 'unchanged';
	if (!isStored || loaded.kind !== 'present') return 'it changed meanwhile';
	if (!keepHistory(target, loaded.doc, holdsLock) || !holdsLock()) return 'its lock was lost';
	rmSync(path);
	if (!existsSync(pendingPath(path))) return undefined;
	// Left since it was folded: somebody is at work on this branch after all.
	createAtomic(path, documentText(loaded.doc, marks, kind.seal));
	return 'somebody writes to it';
}

/** Replaced as a whole under the state's lock, under which alone it is appended to. */
function keepHistory(
	{ historyPath, now }: BranchTarget,
	state: BranchState,
	holdsLock: () => boolean,
): boolean {
	if (historyPath === undefined) return false;
	const before = readHistory(historyPath);
	const after = prunedHistory(before, state, new Date(now).toISOString());
	if (after.length === 0) return true;
	makeDirectory(dirname(historyPath));
	const text = after.map((line) => `${JSON.stringify(line)}\n`).join('');
	return writeAtomic(historyPath, text, holdsLock);
}
