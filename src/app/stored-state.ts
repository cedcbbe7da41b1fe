import type { Config, Requirement } from '../config/config.ts';
import type { JournalLine } from '../core/journal/line.ts';
import { type Notice, notify } from '../core/protocol/hook-messages.ts';
import { type Standing, standingOf } from '../core/requirement/standing.ts';
import type { Session } from '../core/session/session-id.ts';
import { earlierNames, hasLeft } from '../git/branch-log.ts';
import { branchText, type Place, type Tip } from '../git/place.ts';
import { applyChanges } from '../state/apply.ts';
import type { BranchChange, BranchState } from '../state/branch-state.ts';
import { branchStateKind } from '../state/branch-state-kind.ts';
import { refusalFault, type Updated } from '../store/document.ts';
import { recordFault, recordQuarantine } from './faults.ts';
import type { Ports } from './ports.ts';

/** A branch's state as gates use it. */
interface ReadState {
	/** `undefined`: nothing stored, or nothing readable, so that every gate is on (D7). */
	readonly state: BranchState | undefined;
	/** Written by a newer build: it can be neither judged nor changed. */
	readonly isNewer: boolean;
	/** The file still has an older shape (D6). */
	readonly isOldShape: boolean;
}

const NOTHING: ReadState = { state: undefined, isNewer: false, isOldShape: false };

/** Reads a branch's state; what could not be read becomes a fault, never silence (D7). */
export async function readState(place: Place, ports: Ports): Promise<ReadState> {
	const loaded = await ports.branchState.read(place);
	switch (loaded.kind) {
		case 'absent':
			return NOTHING;
		case 'present':
			return { ...NOTHING, state: loaded.doc, isOldShape: loaded.migrated === true };
		case 'corrupt':
			await recordQuarantine(place, loaded.reason, ports);
			return NOTHING;
		case 'newer':
			return { ...NOTHING, isNewer: true };
	}
}

/** What git's files tell of a branch, read if it is needed. */
export function branchFacts(place: Place) {
	return {
		branch: place.branch,
		renamedFrom: () => earlierNames(place),
		hasLeft: (tip: Tip) => hasLeft(place, tip),
	};
}

/** The standings of requirements in a state that is already read. `now`: milliseconds since the epoch. */
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

/** The state as it is after changes that are not written yet. */
export function stateAfter(
	state: BranchState | undefined,
	{ place, changes }: { readonly place: Place; readonly changes: readonly BranchChange[] },
	now: number,
): BranchState | undefined {
	if (changes.length === 0) return state;
	const base = state ?? branchStateKind(place, now).empty();
	return applyChanges(base, changes, new Date(now).toISOString()).doc;
}

/** Changes for one document. */
export interface Batch {
	readonly place: Place;
	readonly changes: readonly BranchChange[];
	/** Only where the changes of this place could be kept: what has not arrived there does not leave here. */
	readonly movedTo?: Place;
}

/** What a session brings from the other branches of the repository. */
export interface Brought {
	/** Changes of this branch's state; none where nothing goes along. */
	readonly changes: readonly BranchChange[];
	/** What leaves the other branches, once this one has kept the changes. */
	readonly leaving: readonly Batch[];
	/** The state with the changes. */
	readonly state: BranchState | undefined;
	/** A standing here, with the branch on which the session has satisfied it where it has not here. */
	readonly heldOn: (standing: Standing) => Standing;
}

/** A session where it may bring something: it follows another one, or comes from another branch. */
export interface Arrival {
	readonly place: Place;
	readonly session: Session;
	readonly config: Config;
	readonly state: BranchState | undefined;
	/** The session's journal, where it was read already. */
	readonly lines?: readonly JournalLine[];
	/** The states of other branches that name the session, where they were read already. */
	readonly others?: readonly BranchState[];
}

/** What became of the changes, and what the user has to be told. */
interface Saved {
	/** The documents with the changes, in the order of the batches; `undefined` where nothing was kept. */
	readonly docs: readonly (BranchState | undefined)[];
	readonly notice: Notice | undefined;
}

/**
 * Writes changes of branch states, one write per document. A change that could not be kept is told to
 * the user and noted as a fault (D7).
 */
export async function saveChanges(batches: readonly Batch[], ports: Ports): Promise<Saved> {
	const failures: string[] = [];
	const docs: (BranchState | undefined)[] = [];
	const lost: Place[] = [];
	for (const batch of batches) {
		const { place, changes, movedTo } = batch;
		const isDue = changes.length > 0 && (movedTo === undefined || !lost.includes(movedTo));
		const updated = isDue ? await save(batch, ports) : undefined;
		const isKept = updated?.kind !== 'refused';
		docs.push(isKept ? updated?.doc : undefined);
		if (updated?.kind === 'refused') {
			lost.push(place);
			const hint = updated.why === 'busy' ? '; nothing was stored, try again' : '';
			failures.push(
				`requirement state of ${branchText(place.branch)} could not be saved: ${updated.reason}${hint}`,
			);
		}
	}
	const notice = failures.length === 0 ? undefined : notify(`req: ${failures.join('; ')}`);
	return { docs, notice };
}

async function save({ place, changes }: Batch, ports: Ports): Promise<Updated<BranchState>> {
	const updated = await ports.branchState.update(place, changes);
	if (updated.quarantined !== undefined) await recordQuarantine(place, updated.quarantined, ports);
	if (updated.kind === 'refused') {
		const { code, message, hint = '' } = refusalFault(updated, 'requirement state');
		await recordFault(place, ports, { code, message, hint });
	}
	return updated;
}
