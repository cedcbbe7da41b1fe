import { existsSync, renameSync, rmSync } from 'node:fs';
import type { BranchState } from '../core/branch-state/schema.ts';
import { createAtomic, createLocked } from './atomic-write.ts';
import { readHistory } from './branch-state-history.ts';
import type { BranchTarget } from './branch-state-target.ts';
import { appendWhole } from './log.ts';
import { foldingPath, linesOf, ours, pendingPath } from './pending-lines.ts';
import { moveToQuarantine } from './quarantine.ts';
import { readStored } from './read-document.ts';
import { documentText, sealedLine } from './sealed-text.ts';
import { lock, storeChanges } from './update-document.ts';

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

function move(adoption: Adoption, holdsLocks: () => boolean): void {
	const { from, to, branch } = adoption;
	const folded = storeChanges(from, [], holdsLocks);
	if (folded?.kind !== 'written' && folded?.kind !== 'unchanged') return;
	const { loaded, folded: marks } = readStored(from.path, from.kind);
	if (loaded.kind !== 'present' || !holdsLocks()) return;
	const text = documentText({ ...loaded.doc, branch }, marks, to.kind.seal);
	if (!(createAtomic(to.path, text) ?? createLocked(to.path, text, holdsLocks))) return;
	moveHistory(adoption, loaded.doc);
	rmSync(from.path, { force: true });
	moveLate(adoption, loaded.doc);
}

/** A line left while this went on: its writer saw the old file, so it comes along, sealed for its new owner. */
function moveLate({ from, to, branch }: Adoption, doc: BranchState): void {
	const late = pendingPath(from.path);
	if (!existsSync(late)) return;
	const aside = foldingPath(from.path);
	renameSync(late, aside);
	const { lines, isWhole } = linesOf(aside);
	const own = ours(lines, doc, from.kind.seal);
	const moved = own.map(({ id, changes }) => sealedLine({ id, changes }, to.kind.seal, branch));
	if (moved.length > 0) appendWhole(pendingPath(to.path), moved, { isDurable: true });
	if (isWhole && own.length === lines.length) rmSync(aside, { force: true });
	else moveToQuarantine(aside, from.quarantineDir, from.now);
}

function moveHistory({ from, to, branch }: Adoption, { branch: former }: BranchState): void {
	const path = from.historyPath;
	if (path === undefined || to.historyPath === undefined || !existsSync(path)) return;
	const lines = readHistory(path, { seal: from.kind.seal, owner: former }).map((line) => {
		const { foreign, seal, ...plain } = line as { foreign?: unknown; seal?: unknown };
		return foreign === true ? { ...plain } : sealedLine(plain, to.kind.seal, branch);
	});
	appendWhole(to.historyPath, lines, { isDurable: true });
	rmSync(path);
}
