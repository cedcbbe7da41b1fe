import { orNothing } from '../app/faults.ts';
import { type JournalLine, movesInTurn, ofKind, withoutSettled } from '../core/journal/line.ts';
import { blocksCommits } from '../gate/concerns.ts';
import type { Status } from '../gate/status.ts';
import {
	journalChanges,
	measuresDue,
	stateAfter,
	statusesOf,
	withJournal,
} from '../gate/statuses.ts';
import { headOf } from '../git/branch-log.ts';
import { uncommittedFiles } from '../git/detect-changes.ts';
import type { BranchState } from '../state/branch-state.ts';
import type { BranchChange } from '../state/changes.ts';
import type { Obstacle } from '../store/obstacle.ts';
import { unmetGuards } from './bypass.ts';
import { type Batch, carryOver } from './carry-over.ts';
import type { HookEvent } from './projects.ts';
import { readState } from './stored-state.ts';
import type { WorkedProject } from './worked-projects.ts';

type Event = HookEvent<{ readonly transcript_path?: string | undefined }>;

/** What a session did in one project, before a turn or a task ends. `lines`: with those of `settled`. */
export interface ArmedWork extends WorkedProject {
	/** Lines for work that is over, which the journal does not have yet. */
	readonly settled: readonly (JournalLine & { e: 'settled' })[];
	/** The state with everything below, and with sizes that were measured now. */
	readonly state: BranchState | undefined;
	/** What the journal, a fork's parent and other branches add to the stored state, whether the turn ends or not. */
	readonly folds: Batch;
	/** Why nothing can be stored: then nothing is blocked (D7). */
	readonly obstacle: Obstacle | undefined;
	/** The status of the requirements after more changes, as a refusal shows it. */
	readonly statusesAfter: (changes: readonly BranchChange[]) => readonly Status[];
}

/** Reads what a session armed in a project, and which of it is satisfied. */
export async function readArmedWork(found: WorkedProject, event: Event): Promise<ArmedWork> {
	const { input, session, ports } = event;
	const { place, config } = found;
	const { requirements } = config;
	const now = ports.now();
	const who = { place, session, requirements };
	const { state: stored, obstacle } = await readState(place, ports);
	const armed = { place, session, config, state: stored, lines: found.lines };
	const before = statusesOf(withJournal(armed, now), who, now);
	const isUnmet = before.some(({ triggered, satisfied }) => triggered && !satisfied);
	const what = 'whether work is over could not be detected';
	const read = async () => readSettled(found, before, event);
	const settled = (isUnmet && (await orNothing(read, { place, what, ports }))) || [];
	const disarms = settled.map(({ change }) => change);
	const lines = [...found.lines, ...settled.map(({ line }) => line)];
	// A requirement that a later change armed as well is armed again.
	const state = stateAfter(stored, { place, changes: disarms }, now);
	const arms = journalChanges({ ...armed, state, lines });
	const arrival = { ...armed, state: stateAfter(state, { place, changes: arms }, now), lines };
	const transcript = input.transcript_path;
	const carried = await carryOver({ ...arrival, transcript }, ports);
	const measured = await measuresDue(carried.state, who, ports.context);
	const measuredState = stateAfter(carried.state, { place, changes: measured }, now);
	const guarded = await readMovedGuards({ ...found, lines }, event);
	const asShown = (status: Status) =>
		guarded.find(({ requirement }) => status.satisfied && requirement === status.requirement) ??
		carried.satisfiedOn(status);
	return {
		...found,
		lines,
		settled: settled.map(({ line }) => line),
		state: measuredState,
		folds: { place, changes: [...disarms, ...arms, ...carried.changes], leaving: carried.leaving },
		obstacle,
		statusesAfter: (changes) => {
			const ended = stateAfter(measuredState, { place, changes }, now);
			return statusesOf(ended, who, now).map(asShown);
		},
	};
}

/**
 * Edits and bypasses none of whose files differs from HEAD: reverted, committed by a person, gone by a rebase. They are over,
 * which a line says and a change of the state. What does not block commits asks about what the session has committed since the
 * last satisfaction as well.
 */
async function readSettled(
	{ place, lines }: WorkedProject,
	statuses: readonly Status[],
	{ session, ports }: Event,
) {
	const { branch } = place;
	const here = withoutSettled(lines).flatMap((line) => {
		if (line.e !== 'bypassed' && line.e !== 'trigger') return [];
		const { e, at, names, paths } = line;
		const isOfFiles = e === 'trigger' ? paths !== undefined : line.refs === undefined;
		return line.branch === branch && isOfFiles ? [{ e, at, names, paths: paths ?? [] }] : [];
	});
	const paths = [...new Set(here.flatMap((one) => one.paths))];
	const dirty = here.length === 0 ? undefined : await uncommittedFiles(place, paths, ports.context);
	if (dirty === undefined) return [];
	const head = headOf(place);
	const checked = ofKind(lines, 'checked').filter((one) => one.branch === branch);
	const hasFailed = (id: string) => checked.some(({ call, failed }) => failed && call === id);
	const commits = checked.filter(({ call, commit }) => commit !== head && !hasFailed(call));
	const asksForCommits = ({ requirement, satisfaction }: Status, since: string) =>
		!blocksCommits(requirement) &&
		(satisfaction?.satisfied_at ?? '') < since &&
		commits.some((commit) => commit.at > since);
	const at = new Date(ports.now()).toISOString();
	// A name that was taken for a secret leads nowhere.
	const differs = (path: string) => dirty.includes(path) || path.includes('[redacted:');
	return here
		.filter((line) => !line.paths.some(differs))
		.flatMap((line) =>
			statuses
				.filter(({ requirement }) => line.names.includes(requirement.name))
				.filter((one) => line.e === 'bypassed' || !asksForCommits(one, line.at))
				.map(({ requirement: { name, scope } }) => ({
					line: { e: 'settled' as const, at, s: session.uuid, branch, names: [name], of: line.at },
					change: { op: 'disarm' as const, name, scope, session, at: line.at },
				})),
		);
}

/** Guards of branches that calls of this turn moved while another one was checked out. */
async function readMovedGuards(project: WorkedProject, event: Event): Promise<readonly Status[]> {
	const found: Status[] = [];
	for (const { refs = [], names, at, branch: from } of movesInTurn(project.lines)) {
		for (const branch of refs.filter((one) => one !== from)) {
			const unmet = await unmetGuards(project, branch, event);
			const moved = unmet.filter(({ requirement }) => names.includes(requirement.name));
			found.push(...moved.map((one) => ({ ...one, triggered: true, bypass: { at, paths: [] } })));
		}
	}
	return found;
}
