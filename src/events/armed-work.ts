import { orNothing } from '../app/faults.ts';
import { movesInTurn } from '../core/journal/line.ts';
import type { Batch } from '../gate/carry.ts';
import type { Status } from '../gate/status.ts';
import { journalChanges, measuresDue, stateAfter, statusesOf } from '../gate/statuses.ts';
import type { BranchState } from '../state/branch-state.ts';
import type { Obstacle } from '../store/obstacle.ts';
import { guardsUnmet } from './bypass.ts';
import { carryHere } from './carry-here.ts';
import type { HookEvent } from './projects.ts';
import { settleWork } from './settle-work.ts';
import { readState } from './stored-state.ts';
import type { WorkedProject } from './worked-projects.ts';

/** What a session did in one project, before a turn or a task ends. */
export interface ArmedWork extends WorkedProject {
	/** The state with everything below, and with sizes that were measured now. */
	readonly state: BranchState | undefined;
	/** What the journal, a fork's parent and other branches add to the stored state, whether the turn ends or not. */
	readonly folds: Batch;
	/** Why nothing can be stored: then nothing is blocked (D7). */
	readonly obstacle: Obstacle | undefined;
	/** The status of the requirements by a state, as a refusal shows it. */
	readonly statusesBy: (state: BranchState | undefined) => readonly Status[];
}

/** Reads what a session armed in a project, and which of it is satisfied. */
export async function readArmedWork(
	found: WorkedProject,
	event: HookEvent<{ readonly transcript_path?: string | undefined }>,
): Promise<ArmedWork> {
	const { input, session, ports } = event;
	const { place, config } = found;
	const { requirements } = config;
	const now = ports.now();
	const after = (state: BranchState | undefined, changes: Batch['changes']) =>
		stateAfter(state, { place, changes }, now);
	const { state: stored, obstacle } = await readState(place, ports);
	const who = { place, session, requirements };
	const all = journalChanges({ place, session, config, state: stored, lines: found.lines });
	const before = statusesOf(after(stored, all), who, now);
	const isUnmet = before.some(({ triggered, satisfied }) => triggered && !satisfied);
	// Work is over if its files have no uncommitted changes left.
	const settle = () => settleWork(found, before, event);
	const what = 'whether work is over could not be detected';
	const settled = isUnmet ? await orNothing(settle, { place, what, ports }) : undefined;
	const { lines, changes } = settled ?? { lines: found.lines, changes: [] };
	// A requirement that a later change armed as well is armed again.
	const disarmed = after(stored, changes);
	const armed = journalChanges({ place, session, config, state: disarmed, lines });
	const known = after(disarmed, armed);
	const { transcript_path: transcript } = input;
	const arrival = { place, session, config, state: known, lines, transcript };
	const carried = await carryHere(arrival, ports);
	const measured = await measuresDue(carried.state, { place, requirements }, ports.context);
	const guarded = await guardsPassed({ ...found, lines }, event);
	const statusesBy = (state: BranchState | undefined) => {
		return statusesOf(state, who, now).map((stored) => {
			const one = carried.heldOn(stored);
			const guard = guarded.find(({ requirement }) => requirement === one.requirement);
			return one.satisfied && guard !== undefined ? guard : one;
		});
	};
	return {
		...found,
		lines,
		state: after(carried.state, measured),
		folds: { place, changes: [...changes, ...armed, ...carried.changes], leaving: carried.leaving },
		obstacle,
		statusesBy,
	};
}

/** Guards of branches that calls of this turn moved while another one was checked out. */
async function guardsPassed(
	project: WorkedProject,
	{ session, ports }: HookEvent<unknown>,
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
