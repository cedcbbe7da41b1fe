import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { Fault } from '../core/fault/fault.ts';
import { tipOf } from '../git/branch-log.ts';
import { branchText, type Place } from '../git/place.ts';
import { createAtomic, createLocked } from '../store/atomic-write.ts';
import type { Updated } from '../store/document.ts';
import { documentText } from '../store/document-text.ts';
import { appendWhole } from '../store/log.ts';
import {
	docIn,
	foldingPath,
	linesToFold,
	pendingPath,
	readStored,
} from '../store/read-document.ts';
import { unlessError } from '../store/read-regular.ts';
import { makeDirectory } from '../store/state-folders.ts';
import {
	lock,
	type Moved,
	quarantineIfCorrupt,
	refuseUnwritable,
	settleWaiting,
	storeChanges,
	updateDocument,
} from '../store/update-document.ts';
import type { BranchChange, BranchState } from './branch-state.ts';
import { branchStateKind } from './branch-state-kind.ts';
import {
	type BranchTarget,
	type BranchWorld,
	branchTarget,
	hashedPath,
	type Location,
	locate,
	readHistory,
} from './branch-state-location.ts';

/** Files change owners by a claim, a rename, a quarantine or a prune: more in a row is a bug. */
const MAX_LOOK_UPS = 8;

type Outcome = Updated<BranchState> | (Moved & { readonly quarantined?: string });

/**
 * Applies changes to the state of a branch, wherever D4 keeps it. A new file appears at once with the
 * branch's name in it and never under another one, so two branches with one slug never write one file.
 *
 * @throws Fault `state_unreadable`; `state_unwritable` where the file never holds still
 */
export async function updateBranchState(
	place: Place,
	changes: readonly BranchChange[],
	world: BranchWorld,
): Promise<Updated<BranchState>> {
	const stamped = withTip(changes, place);
	let quarantined: string | undefined;
	for (let count = 0; count < MAX_LOOK_UPS; count += 1) {
		const outcome = await tryOnce(place, stamped, world);
		quarantined = outcome.quarantined ?? quarantined;
		if (outcome.kind !== 'moved') {
			return quarantined === undefined ? outcome : { ...outcome, quarantined };
		}
	}
	throw new Fault(
		'state_unwritable',
		`the state of ${branchText(place.branch)} never holds still`,
		{
			hint: 'try again',
		},
	);
}

/** A satisfaction says where its branch stood: by its name alone it would follow the name. */
function withTip(changes: readonly BranchChange[], place: Place): readonly BranchChange[] {
	if (!place.git || !changes.some(({ op }) => op === 'satisfy')) return changes;
	const tip = tipOf(place);
	if (tip === undefined) return changes;
	return changes.map((change) =>
		change.op === 'satisfy' ? { ...change, tip: change.tip ?? tip } : change,
	);
}

async function tryOnce(
	place: Place,
	changes: readonly BranchChange[],
	world: BranchWorld,
): Promise<Outcome> {
	try {
		return await updateAt(locate(place, world), changes, { place, world });
	} catch (error) {
		// What is stored, as far as it can be told where writing failed.
		return refuseUnwritable(error, () => {
			const kind = branchStateKind(place, world.now);
			return unlessError(() => docIn(locate(place, world).loaded, kind)) ?? kind.empty();
		});
	}
}

interface Situation {
	readonly place: Place;
	readonly world: BranchWorld;
}

async function updateAt(
	at: Location,
	changes: readonly BranchChange[],
	{ place, world }: Situation,
): Promise<Outcome> {
	const target = branchTarget(at.path, at.place, world);
	if (at.kind === 'corrupt') return setAside(target, hashedPath(place, world));
	const doc = docIn(at.loaded, target.kind);
	const isSettled = at.kind === 'own' && existsSync(at.path);
	if (!isSettled && target.kind.apply(doc, changes).doc === doc) {
		return { kind: 'unchanged', doc: { ...doc, branch: place.branch } };
	}
	if (at.kind === 'former') return takeAlong(at, changes, { place, world });
	if (at.kind === 'none') return claim(target, changes);
	return isSettled ? updateDocument(target, changes) : claim(target, []);
}

/** A corrupt file is nobody's (D4). While its lock is busy the branch takes its other name. */
async function setAside(target: BranchTarget, otherPath: string): Promise<Outcome> {
	const quarantined = await quarantineIfCorrupt(target);
	if (quarantined !== undefined) return { kind: 'moved', quarantined };
	if (otherPath !== target.path) return claim({ ...target, path: otherPath }, []);
	return lockBusy(target, 'corrupt, and its lock is busy');
}

/** While a lock is busy the state stays under the former name, and is updated there. */
async function takeAlong(
	at: Location,
	changes: readonly BranchChange[],
	{ place, world }: Situation,
): Promise<Outcome> {
	const from = branchTarget(at.path, at.place, world);
	const to = branchTarget(at.home, place, world);
	if (await adoptBranchState({ from, to, branch: place.branch })) return { kind: 'moved' };
	const outcome = await updateDocument(from, changes);
	// The line may have been left after another process moved the state: then it must be said again.
	const isLost = outcome.kind === 'pending' && locate(place, world).path !== at.path;
	return isLost ? { kind: 'moved' } : outcome;
}

/**
 * Takes a free name for the branch of the target, with its first changes in the file: that needs no
 * lock, because nobody else can have created it.
 *
 * @returns `moved` when another process was faster, or the changes still have to be made
 */
async function claim(target: BranchTarget, changes: readonly BranchChange[]): Promise<Outcome> {
	const { path, kind } = target;
	makeDirectory(dirname(path));
	const { doc, retired } = kind.apply(kind.empty(), changes);
	// Retired lines take the usual way, on the empty document.
	if (retired.length > 0) return claim(target, []);
	const text = documentText(doc, []);
	const isMine = createAtomic(path, text) ?? (await createUnderLock(target, text));
	if (isMine === undefined) return lockBusy(target, 'the lock of its new file is busy');
	return isMine && changes.length > 0 ? { kind: 'written', doc } : { kind: 'moved' };
}

/**
 * Where there are no hard links. No line may wait beside a file that is not there: another branch of
 * this slug would take it for its own.
 *
 * @returns `undefined` when the lock is busy
 */
async function createUnderLock(target: BranchTarget, text: string): Promise<boolean | undefined> {
	const locked = await lock(target, (holdsLock) => createLocked(target.path, text, holdsLock));
	return locked.kind === 'held' ? locked.value : undefined;
}

function lockBusy({ kind }: BranchTarget, reason: string): Outcome {
	return { kind: 'refused', why: 'unwritable', doc: kind.empty(), reason };
}

/** A renamed branch's state: where it is, and the free file it goes to. */
interface Adoption {
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
async function adoptBranchState(adoption: Adoption): Promise<boolean> {
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
	const text = documentText({ ...loaded.doc, branch }, marks);
	if (!(createAtomic(to.path, text) ?? createLocked(to.path, text, holdsLocks))) return;
	moveHistory(adoption);
	rmSync(from.path, { force: true });
	moveLate(adoption);
}

/** A line left while this went on: its writer saw the old file, so it comes along. */
function moveLate({ from, to }: Adoption): void {
	const late = pendingPath(from.path);
	if (!existsSync(late)) return;
	const aside = foldingPath(from.path);
	renameSync(late, aside);
	const { lines, isWhole } = linesToFold(aside);
	if (lines.length > 0) appendWhole(pendingPath(to.path), lines, { isDurable: true });
	settleWaiting(from, isWhole);
}

function moveHistory({ from, to }: Adoption): void {
	const path = from.historyPath;
	if (path === undefined || to.historyPath === undefined || !existsSync(path)) return;
	appendWhole(to.historyPath, readHistory(path), { isDurable: true });
	rmSync(path);
}
