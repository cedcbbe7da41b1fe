import { rmSync } from 'node:fs';
import { tipOf } from '../git/branch-log.ts';
import type { Place } from '../git/place.ts';
import { writeAtomic } from '../store/atomic-write.ts';
import type { Updated } from '../store/document.ts';
import type { HoldsLock, Writer } from '../store/lock.ts';
import { appendLines } from '../store/log.ts';
import {
	type Change,
	documentText,
	type Held,
	orRefused,
	quarantineIfCorrupt,
	settledWithoutLock,
	storeChange,
	underLock,
} from '../store/update-document.ts';
import { applyChanges } from './apply.ts';
import type { BranchChange, BranchState } from './branch-state.ts';
import {
	branchFile,
	branchStatesLock,
	historyPath,
	type Location,
	locate,
	readHistory,
} from './branch-state-location.ts';

/**
 * Applies changes to the state of a branch, wherever D4 keeps it. All states of a repository have one lock, under which
 * the file is chosen: two branches with one slug never share a file, and a renamed branch takes its state along.
 *
 * @throws Fault `state_unreadable`
 */
export function updateBranchState(
	place: Place,
	changes: readonly BranchChange[],
	context: Writer,
): Promise<Updated<BranchState>> {
	const now = context.now();
	const stamped = withTip(changes, place);
	const change: Change<BranchState> = (doc) =>
		applyChanges(doc, stamped, new Date(now).toISOString());
	return orRefused(async () => {
		const found = locate(place, now);
		const file = branchFile(found.path, place, now);
		const settled =
			found.kind === 'former' ? unmoved(found, change) : settledWithoutLock(file, change);
		if (settled !== undefined) return settled;
		const store = (holdsLock: HoldsLock) => storeAt(place, change, { context, holdsLock, now });
		return await underLock(branchStatesLock(place), store, context);
	});
}

/** A satisfaction says at which commit its branch was: a later branch of the same name does not have it. */
function withTip(changes: readonly BranchChange[], place: Place): readonly BranchChange[] {
	if (!place.git || !changes.some(({ op }) => op === 'satisfy')) return changes;
	const tip = tipOf(place);
	if (tip === undefined) return changes;
	return changes.map((change) =>
		change.op === 'satisfy' ? { ...change, tip: change.tip ?? tip } : change,
	);
}

/** A renamed branch's state stays under its former name until something changes. */
function unmoved(
	{ loaded }: Location,
	change: Change<BranchState>,
): Updated<BranchState> | undefined {
	if (loaded.kind !== 'present' || change(loaded.doc).doc !== loaded.doc) return undefined;
	return { kind: 'unchanged', doc: loaded.doc };
}

/** Only the owner of the lock of all branch states may call this. */
function storeAt(
	place: Place,
	change: Change<BranchState>,
	held: Held & { readonly now: number },
): Updated<BranchState> {
	const { now } = held;
	const found = locate(place, now);
	if (found.kind === 'former') takeAlong(found, place, held);
	if (found.kind !== 'corrupt')
		return storeChange(branchFile(found.home, place, now), change, held);
	const quarantined = quarantineIfCorrupt(branchFile(found.path, place, now), held.context);
	const stored = storeChange(branchFile(locate(place, now).home, place, now), change, held);
	return quarantined === undefined ? stored : { ...stored, quarantined };
}

/**
 * Copies a renamed branch's history and state to its new name, then removes the old files. A crash in between leaves
 * both: the new file counts, repeated history lines count once, and `req prune` removes the old files.
 */
function takeAlong({ path, home, loaded }: Location, place: Place, held: Held): void {
	if (loaded.kind !== 'present') return;
	held.context.writing.begin();
	const [from, to] = [historyPath(path, place), historyPath(home, place)];
	appendLines(to, readHistory(from), { isDurable: true });
	const text = documentText(loaded.doc);
	if (!writeAtomic(home, text, { mayReplace: held.holdsLock })) return;
	rmSync(from, { force: true });
	rmSync(path, { force: true });
}
