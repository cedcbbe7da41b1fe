import type { Context } from '../context.ts';
import { branchText, type Place } from '../git/place.ts';
import { note } from '../journal/journal.ts';
import { readBranchState, type StoredState, updateBranchState } from '../state/branch-files.ts';
import type { BranchState } from '../state/branch-state.ts';
import type { BranchChange } from '../state/changes.ts';
import { recordFault } from '../state/faults.ts';
import { type Obstacle, obstacleFault } from '../store/obstacle.ts';
import type { Batch } from './carry-over.ts';

/** Reads a branch's state. */
export async function readState(place: Place, context: Context): Promise<StoredState> {
	const stored = await readBranchState(place, context);
	if (stored.setAside !== undefined) await reportDamage(place, stored.setAside, context);
	return stored;
}

/** Applies changes to a branch's state; if there is an obstacle, nothing was stored. */
async function updateState(
	place: Place,
	changes: readonly BranchChange[],
	context: Context,
): ReturnType<typeof updateBranchState> {
	const stored = await updateBranchState(place, changes, context);
	if (stored.setAside !== undefined) await reportDamage(place, stored.setAside, context);
	return stored;
}

/**
 * Applies changes to a branch's state for a command.
 *
 * @throws Fault with the code of the obstacle if they could not be stored
 */
export async function storeOrFail(place: Place, changes: readonly BranchChange[], context: Context): Promise<void> {
	if (changes.length === 0) return;
	const { obstacle } = await updateState(place, changes, context);
	if (obstacle !== undefined) throw obstacleFault(obstacle);
}

/** A damaged file that was moved away becomes a fault, never silence (D7). */
async function reportDamage(place: Place, setAside: string, context: Context): Promise<void> {
	const message = `the requirement state of ${branchText(place.branch)} cannot be read (${setAside})`;
	const hint = 'satisfy the requirements again; the damaged file is in quarantine';
	recordFault(place, context, { code: 'state_unreadable', message, hint });
}

/** The states with the changes, and what is shown if some could not be stored. */
interface SaveResult {
	/** In the order of the batches; `undefined` if nothing was stored. */
	readonly docs: readonly (BranchState | undefined)[];
	/** For the user. */
	readonly notice: string | undefined;
	/** For Claude, which would otherwise repeat the skill: the satisfactions that were not stored. */
	readonly unsatisfied: readonly string[];
}

/** Stores changes, with one write per document. The user is shown what could not be stored (D7). */
export async function saveChanges(batches: readonly Batch[], context: Context): Promise<SaveResult> {
	const docs: (BranchState | undefined)[] = [];
	const notices: string[] = [];
	const unsatisfied: string[] = [];
	const save = async ({ place, changes, leaving = [] }: Batch) => {
		if (changes.length === 0) return undefined;
		const { state, obstacle } = await updateState(place, changes, context);
		if (obstacle === undefined) {
			for (const batch of leaving) await save(batch);
			return state;
		}
		const failure = await failureText(place, changes, obstacle, context);
		if (failure === undefined) return undefined;
		const { code, what: message, fix: hint } = obstacle;
		recordFault(place, context, { code, message, hint });
		notices.push(`${branchText(place.branch)}: ${failure}`);
		if (changes.some(({ op }) => op === 'satisfy')) unsatisfied.push(`req: ${failure}`);
		return undefined;
	};
	for (const batch of batches) docs.push(await save(batch));
	const notice = notices.length === 0 ? undefined : `req: ${notices.join('; ')}`;
	return { docs, notice, unsatisfied };
}

/**
 * Why changes were not stored; `undefined` if the obstacle lasts: then the gates show it, once. A satisfaction that a call
 * consumed serves no second one although the state still has it (D31): a line of the journal says so.
 */
async function failureText(
	place: Place,
	changes: readonly BranchChange[],
	{ what, fix }: Obstacle,
	context: Context,
): Promise<string | undefined> {
	const consumed: string[] = [];
	const lost: string[] = [];
	for (const change of changes) {
		if (change.op === 'satisfy') lost.push(change.name);
		if (change.op !== 'spend') continue;
		const { name, session, at: until } = change;
		const entry = { e: 'spent' as const, branch: place.branch, names: [name], until };
		if (await note(place, session, { entries: [entry], context })) consumed.push(name);
	}
	const nothing = `${what}; nothing was stored, ${fix}`;
	if (lost.length > 0) return `${lost.join(', ')} not satisfied: ${nothing}`;
	if ((await readState(place, context)).obstacle !== undefined) return undefined;
	if (consumed.length === 0) return nothing;
	return `${what}; the use of ${consumed.join(', ')} was not stored in the state (the journal has it)`;
}
