import { orNothing } from '../app/faults.ts';
import { movesInTurn } from '../core/journal/line.ts';
import type { Session } from '../core/session/session-id.ts';
import { withBypasses } from '../gate/bypasses.ts';
import { type Known, measuresDue } from '../gate/measure.ts';
import type { Status } from '../gate/status.ts';
import { journalChanges, stateAfter, statusesOf } from '../gate/statuses.ts';
import { withUncounted } from '../gate/verdict.ts';
import type { BranchState } from '../state/branch-state.ts';
import type { BranchChange } from '../state/changes.ts';
import { carryHere } from './carry-here.ts';
import type { HookEvent } from './projects.ts';
import { guardsUnmet } from './protected-branches.ts';
import { settleBypasses } from './settle-bypasses.ts';
import { readState } from './stored-state.ts';
import type { WorkedProject } from './worked-projects.ts';

type Event = HookEvent<{ readonly transcript_path?: string | undefined }>;

/** What is known of one project before a turn or a task ends. */
export interface ArmedWork extends WorkedProject, Known {
	/** What the journal, a fork's parent and other branches add to it, whether the turn ends or not. */
	readonly folds: readonly BranchChange[];
	/** Guards of other branches that calls of this turn moved. */
	readonly guarded: readonly Status[];
}

/** Reads what a session armed in a project, and which of it is satisfied. */
export async function readArmedWork(found: WorkedProject, event: Event): Promise<ArmedWork> {
	const { input, session, ports } = event;
	const { lines, changes } = await settled(found, event);
	const { place, config } = found;
	const { requirements } = config;
	const { state, obstacle } = await readState(place, ports);
	// A requirement that a later change armed as well is armed again.
	const disarmed = stateAfter(state, { place, changes }, ports.now());
	const folds = [...changes, ...journalChanges({ place, session, config, state: disarmed, lines })];
	const known = stateAfter(state, { place, changes: folds }, ports.now());
	const { transcript_path: transcript } = input;
	const arrival = { place, session, config, state: known, lines, transcript };
	const carried = await carryHere(arrival, ports);
	folds.push(...carried.changes);
	const measured = await measuresDue(carried.state, { place, requirements }, ports);
	const guarded = await guardsPassed({ ...found, lines }, event);
	return { ...found, lines, state, folds, guarded, carried, measured, obstacle };
}

/** Ends bypasses whose files have no uncommitted changes left. */
async function settled(found: WorkedProject, { session, ports }: Event) {
	const asItIs = { lines: found.lines, changes: [] };
	if (!found.lines.some(({ e }) => e === 'bypassed')) return asItIs;
	const what = 'whether a bypass is over could not be looked at';
	const work = () => settleBypasses(found, session, ports);
	return (await orNothing(work, { place: found.place, what, ports })) ?? asItIs;
}

/** Guards of branches that calls of this turn moved while another one was checked out. */
async function guardsPassed(
	project: WorkedProject,
	{ session, ports }: Event,
): Promise<readonly Status[]> {
	const found: Status[] = [];
	for (const { refs = [], names, at, branch: from } of movesInTurn(project.lines)) {
		for (const branch of refs.filter((one) => one !== from)) {
			const unmet = await guardsUnmet(project, branch, { session, ports });
			const passed = unmet.filter(({ requirement }) => names.includes(requirement.name));
			found.push(...passed.map((one) => ({ ...one, triggered: true, bypass: { at, paths: [] } })));
		}
	}
	return found;
}

/** The state with what the session's journal adds to it. */
export function stateNow(worked: ArmedWork, now: number): BranchState | undefined {
	const { place, folds, measured } = worked;
	return stateAfter(worked.state, { place, changes: [...folds, ...measured] }, now);
}

interface Moment {
	readonly session: Session;
	/** Milliseconds since the epoch. */
	readonly now: number;
}

/** The status of a project's requirements by a state. */
export function statusesBy(
	state: BranchState | undefined,
	{ place, config, carried }: ArmedWork,
	{ session, now }: Moment,
): readonly Status[] {
	const { requirements } = config;
	const statuses = statusesOf(state, { place, session, requirements }, now);
	return carried === undefined ? statuses : statuses.map(carried.heldOn);
}

/** The same with what a refusal shows of them; none while the gates are paused. */
export function shownStatuses(
	state: BranchState | undefined,
	worked: ArmedWork,
	moment: Moment,
): readonly Status[] {
	if (state?.paused !== undefined) return [];
	const { place, lines, guarded } = worked;
	const statuses = withUncounted(statusesBy(state, worked, moment), lines, place.branch);
	const elsewhere = (one: Status) =>
		guarded.find(({ requirement }) => one.satisfied && requirement === one.requirement) ?? one;
	return withBypasses(statuses.map(elsewhere), lines, place.branch);
}
