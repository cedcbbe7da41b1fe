import { recordFault } from '../app/faults.ts';
import { note } from '../app/journaling.ts';
import type { Ports } from '../app/ports.ts';
import type { Batch } from '../gate/carry.ts';
import { branchText, type Place } from '../git/place.ts';
import { readBranchState, type StoredState, updateBranchState } from '../state/branch-files.ts';
import type { BranchState } from '../state/branch-state.ts';
import type { BranchChange } from '../state/changes.ts';
import type { Obstacle } from '../store/obstacle.ts';

/** Reads a branch's state. */
export async function readState(place: Place, ports: Ports): Promise<StoredState> {
	return reportDamage(place, await readBranchState(place, ports.context), ports);
}

/** Applies changes to a branch's state; if there is an obstacle, nothing was stored. */
export async function updateState(
	place: Place,
	changes: readonly BranchChange[],
	ports: Ports,
): ReturnType<typeof updateBranchState> {
	return reportDamage(place, await updateBranchState(place, changes, ports.context), ports);
}

/** A damaged file that was moved away becomes a fault, never silence (D7). */
async function reportDamage<Stored extends StoredState>(
	place: Place,
	stored: Stored,
	ports: Ports,
): Promise<Stored> {
	const { setAside } = stored;
	const message = `the requirement state of ${branchText(place.branch)} cannot be read (${setAside})`;
	const hint = 'satisfy the requirements again; the damaged file is in quarantine';
	if (setAside !== undefined)
		await recordFault(place, ports, { code: 'state_unreadable', message, hint });
	return stored;
}

/** What became of the changes, and what the user is shown. */
interface Saved {
	/** The states with the changes, in the order of the batches; `undefined` if nothing was stored. */
	readonly docs: readonly (BranchState | undefined)[];
	readonly notice: string | undefined;
	/** For Claude, which would otherwise repeat the skill: the satisfactions that were not stored. */
	readonly unsatisfied: readonly string[];
}

/** Stores changes, with one write per document. The user is shown what could not be stored (D7). */
export async function saveChanges(batches: readonly Batch[], ports: Ports): Promise<Saved> {
	const failures: string[] = [];
	const unsatisfied: string[] = [];
	const save = async ({ place, changes, leaving = [] }: Batch) => {
		if (changes.length === 0) return undefined;
		const { state, obstacle } = await updateState(place, changes, ports);
		if (obstacle === undefined) {
			for (const batch of leaving) await save(batch);
			return state;
		}
		const consumed = await noteConsumed(place, changes, ports);
		const lost = changes.flatMap((change) => (change.op === 'satisfy' ? [change.name] : []));
		// What lasts is said by the gates, once; a satisfaction that is lost, each time.
		if (lost.length === 0 && (await readState(place, ports)).obstacle !== undefined)
			return undefined;
		const { code, what, fix } = obstacle;
		const failure = failureText(lost, consumed, obstacle);
		failures.push(`${branchText(place.branch)}: ${failure}`);
		if (lost.length > 0) unsatisfied.push(`req: ${failure}`);
		await recordFault(place, ports, { code, message: what, hint: fix });
		return undefined;
	};
	const docs: (BranchState | undefined)[] = [];
	for (const batch of batches) docs.push(await save(batch));
	const notice = failures.length === 0 ? undefined : `req: ${failures.join('; ')}`;
	return { docs, notice, unsatisfied };
}

function failureText(
	lost: readonly string[],
	consumed: readonly string[],
	{ what, fix }: Obstacle,
): string {
	const nothing = `${what}; nothing was stored, ${fix}`;
	if (lost.length > 0) return `${lost.join(', ')} not satisfied: ${nothing}`;
	if (consumed.length === 0) return nothing;
	return `${what}; the use of ${consumed.join(', ')} was not stored in the state (the journal has it)`;
}

/** A satisfaction that a call consumed serves no second one although the state still has it (D31): those the journal has. */
async function noteConsumed(place: Place, changes: readonly BranchChange[], ports: Ports) {
	const noted: string[] = [];
	for (const change of changes) {
		if (change.op !== 'spend') continue;
		const { name, session, at: until } = change;
		const entry = { e: 'spent' as const, branch: place.branch, names: [name], until };
		if (await note(place, session, { entries: [entry], ports })) noted.push(name);
	}
	return noted;
}
