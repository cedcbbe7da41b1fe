import type { Config, Requirement } from '../config/config.ts';
import type { JournalLine } from '../core/journal/line.ts';
import { type Notice, notify } from '../core/protocol/hook-messages.ts';
import { type Standing, standingOf } from '../core/requirement/standing.ts';
import type { Session } from '../core/session/session-id.ts';
import { earlierNames, hasLeft } from '../git/branch-log.ts';
import { branchText, type Place, type Tip } from '../git/place.ts';
import { readBranchState, type StoredState, updateBranchState } from '../state/branch-files.ts';
import { type BranchState, emptyState } from '../state/branch-state.ts';
import { applyChanges, type BranchChange } from '../state/changes.ts';
import { recordFault } from './faults.ts';
import type { Ports } from './ports.ts';

/** Reads a branch's state. */
export async function readState(place: Place, ports: Ports): Promise<StoredState> {
	return reported(place, await readBranchState(place, ports.context), ports);
}

/** Applies changes to a branch's state; if there is an obstacle, nothing was stored. */
export async function updateState(
	place: Place,
	changes: readonly BranchChange[],
	ports: Ports,
): ReturnType<typeof updateBranchState> {
	return reported(place, await updateBranchState(place, changes, ports.context), ports);
}

/** A damaged file that was moved away becomes a fault, never silence (D7). */
async function reported<Stored extends StoredState>(
	place: Place,
	stored: Stored,
	ports: Ports,
): Promise<Stored> {
	const { setAside } = stored;
	const message = `the requirement state of ${branchText(place.branch)} cannot be read (${setAside})`;
	if (setAside !== undefined)
		await recordFault(place, ports, { code: 'state_unreadable', message, hint: 'req doctor' });
	return stored;
}

/** What git's files tell of a branch, read if it is needed. */
export function branchFacts(place: Place) {
	return {
		branch: place.branch,
		renamedFrom: () => earlierNames(place),
		hasLeft: (tip: Tip) => hasLeft(place, tip),
	};
}

/** The status of requirements by a state. `now`: milliseconds since the epoch. */
export function standingsOf(
	state: BranchState | undefined,
	who: {
		readonly place: Place;
		readonly session: Session | undefined;
		readonly requirements: readonly Requirement[];
	},
	now: number,
): Standing[] {
	const facts = { ...branchFacts(who.place), state, session: who.session, now };
	return who.requirements.map((requirement) => standingOf(requirement, facts));
}

/** The state after changes that are not written yet. */
export function stateAfter(
	state: BranchState | undefined,
	{ place, changes }: { readonly place: Place; readonly changes: readonly BranchChange[] },
	now: number,
): BranchState | undefined {
	if (changes.length === 0) return state;
	const at = new Date(now).toISOString();
	return applyChanges(state ?? emptyState(place, at), changes, at).doc;
}

/** Changes for one document. */
export interface Batch {
	readonly place: Place;
	readonly changes: readonly BranchChange[];
	/** Only if the changes of this place could be stored: what did not arrive there does not leave here. */
	readonly movedTo?: Place;
}

/** What a session takes along from the other branches of the repository. */
export interface Brought {
	/** Changes of this branch's state. */
	readonly changes: readonly BranchChange[];
	/** What leaves the other branches, once this one has stored the changes. */
	readonly leaving: readonly Batch[];
	/** The state with the changes. */
	readonly state: BranchState | undefined;
	/** Adds to a status the branch on which the session has satisfied what it has not satisfied here. */
	readonly heldOn: (standing: Standing) => Standing;
}

/** A session that may take something along: it follows another one, or comes from another branch. */
export interface Arrival {
	readonly place: Place;
	readonly session: Session;
	readonly config: Config;
	readonly state: BranchState | undefined;
	/** The session's journal, if it was read already. */
	readonly lines?: readonly JournalLine[];
}

/** What became of the changes, and what the user is shown. */
interface Saved {
	/** The states with the changes, in the order of the batches; `undefined` if nothing was stored. */
	readonly docs: readonly (BranchState | undefined)[];
	readonly notice: Notice | undefined;
}

/** Stores changes, with one write per document. The user is shown what could not be stored (D7). */
export async function saveChanges(batches: readonly Batch[], ports: Ports): Promise<Saved> {
	const failures: string[] = [];
	const docs: (BranchState | undefined)[] = [];
	const lost: Place[] = [];
	for (const { place, changes, movedTo } of batches) {
		const isDue = changes.length > 0 && (movedTo === undefined || !lost.includes(movedTo));
		const { state, obstacle } = isDue
			? await updateState(place, changes, ports)
			: { state: undefined, obstacle: undefined };
		docs.push(state);
		if (obstacle === undefined) continue;
		lost.push(place);
		// What lasts is said by the gates, once; a satisfaction that is lost, each time.
		const isAsked = changes.some(({ op }) => op === 'satisfy');
		if (!isAsked && (await readState(place, ports)).obstacle !== undefined) continue;
		const { code, what, fix } = obstacle;
		failures.push(`${branchText(place.branch)}: ${what}; nothing was stored, ${fix}`);
		await recordFault(place, ports, { code, message: what, hint: fix });
	}
	const notice = failures.length === 0 ? undefined : notify(`req: ${failures.join('; ')}`);
	return { docs, notice };
}
