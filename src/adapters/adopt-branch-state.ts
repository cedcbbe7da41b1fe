import { existsSync, renameSync, rmSync } from 'node:fs';
import { appendDurably } from './append-durably.ts';
import { createAtomic, createLocked } from './atomic-write.ts';
import { readHistory } from './branch-state-history.ts';
import type { BranchTarget } from './branch-state-target.ts';
import { foldingPath, pendingPath } from './pending-lines.ts';
import { readStored } from './read-document.ts';
import { documentText, storeChanges } from './store-document.ts';
import { lock } from './update-document.ts';

/** A renamed branch's state: where it is, and the free file it goes to. */
export interface Adoption {
	readonly from: BranchTarget;
	readonly to: BranchTarget;
	readonly branch: string;
}

/**
 * A renamed branch takes its state along (D4): under the locks of both files it is written under the
 * new name, and removed under the old one once that is on disk.
 *
 * @returns `false` when a lock was busy. Otherwise the state moved, or another process was faster:
 * look it up again.
 */
export async function adoptBranchState(adoption: Adoption): Promise<boolean> {
	const { from, to } = adoption;
	// Every process takes two locks in the same order, so none holds what the other waits for.
	const [first, second] = from.path < to.path ? [from, to] : [to, from];
	const outer = await lock(first, (holdsFirst) =>
		lock(second, (holdsSecond) => move(adoption, () => holdsFirst() && holdsSecond())),
	);
	return outer.kind === 'held' && outer.value.kind === 'held';
}

function move({ from, to, branch }: Adoption, holdsLocks: () => boolean): void {
	const folded = storeChanges(from, [], holdsLocks);
	if (folded?.kind !== 'written' && folded?.kind !== 'unchanged') return;
	const { loaded, folded: marks } = readStored(from.path, from.kind);
	if (loaded.kind !== 'present' || !holdsLocks()) return;
	const text = documentText({ ...loaded.doc, branch }, marks);
	if (!(createAtomic(to.path, text) ?? createLocked(to.path, text, holdsLocks))) return;
	moveHistory(from.historyPath, to.historyPath);
	rmSync(from.path, { force: true });
	// A line left while this went on: its writer saw the old file, so it comes along.
	const late = pendingPath(from.path);
	if (existsSync(late)) renameSync(late, foldingPath(to.path));
}

function moveHistory(from: string | undefined, to: string | undefined): void {
	if (from === undefined || to === undefined || !existsSync(from)) return;
	if (existsSync(to)) {
		appendDurably(to, readHistory(from));
		rmSync(from);
	} else renameSync(from, to);
}
