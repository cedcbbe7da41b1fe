import type { Context } from '../context.ts';
import { blocksCommits } from '../gate/concerns.ts';
import { namesIn, type Status } from '../gate/status.ts';
import {
	type Arrival,
	journalChanges,
	measuresDue,
	stateAfter,
	statusesOf,
	withJournal,
} from '../gate/statuses.ts';
import { headOf } from '../git/branch-log.ts';
import { differingFiles, uncommittedFiles } from '../git/detect-changes.ts';
import { type BranchName, onBranch, type Place } from '../git/place.ts';
import type { JournalLine } from '../journal/entries.ts';
import { type LineOf, ofKind, withoutSettled } from '../journal/lines.ts';
import type { BranchState } from '../state/branch-state.ts';
import type { BranchChange } from '../state/changes.ts';
import { orNothing } from '../state/faults.ts';
import type { Obstacle } from '../store/obstacle.ts';
import { type Batch, basesOf, carryOver } from './carry-over.ts';
import type { HookEvent } from './projects.ts';
import { readState } from './stored-state.ts';
import type { WorkedProject } from './worked-projects.ts';

/** The tree without files, by which git knows it in every repository. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

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
	const { input, session, context } = event;
	const { place, config } = found;
	const { requirements } = config;
	const now = context.now();
	const who = { place, session, requirements };
	const { state: stored, obstacle } = await readState(place, context);
	const began = await withCarriedWork({ ...found, session }, context);
	const armed = { place, session, config, state: stored, lines: began };
	const before = statusesOf(withJournal(armed, now), who, now);
	const isUnmet = before.some(({ triggered, satisfied }) => triggered && !satisfied);
	const what = 'whether work is over could not be detected';
	const read = async () => readSettled({ ...found, lines: began }, before, event);
	const settled = (isUnmet && (await orNothing(read, { place, what, context }))) || [];
	const disarms = settled.map(({ change }) => change);
	const lines = [...began, ...settled.map(({ line }) => line)];
	// A requirement that a later change armed as well is armed again.
	const state = stateAfter(stored, { place, changes: disarms }, now);
	const arms = journalChanges({ ...armed, state, lines });
	const arrival = { ...armed, state: stateAfter(state, { place, changes: arms }, now), lines };
	const transcript = input.transcript_path;
	const carried = await carryOver({ ...arrival, transcript }, context);
	// What cannot be stored does not carry over: the gates say the same.
	const known = obstacle === undefined ? carried.state : arrival.state;
	const measured = await measuresDue(known, who, context);
	const measuredState = stateAfter(known, { place, changes: measured }, now);
	return {
		...found,
		lines,
		settled: settled.map(({ line }) => line),
		state: measuredState,
		folds: { place, changes: [...disarms, ...arms, ...carried.changes], leaving: carried.leaving },
		obstacle,
		statusesAfter: (changes) => {
			const ended = stateAfter(measuredState, { place, changes }, now);
			return statusesOf(ended, who, now).map(carried.satisfiedOn);
		},
	};
}

/** Lines of what a session armed, of how that went on, and of turns that ended with it. */
const OF_WORK = 'trigger bypassed moved uncounted stopped ended'.split(' ');

/**
 * The session's lines, and those of branches on which this one began as lines of this one, if they are about what is armed
 * there still: uncommitted work comes along.
 */
async function withCarriedWork(
	{ place, session, config, lines }: Omit<Arrival, 'state'>,
	context: Context,
): Promise<readonly JournalLine[]> {
	const works = [...ofKind(lines, 'trigger'), ...ofKind(lines, 'bypassed')];
	const names = [...new Set(works.map(({ branch }) => branch))];
	const others = names.filter((one) => one !== place.branch);
	const isBase = others.length === 0 ? () => false : basesOf(place, lines);
	const bases = others.map((one) => onBranch(place, one as BranchName)).filter(isBase);
	const armed = new Map<string, readonly Status[]>();
	for (const base of bases) {
		const { state } = await readState(base, context);
		const known = withJournal({ place: base, session, config, state, lines }, context.now());
		const who = { place: base, session, requirements: config.requirements };
		const there = statusesOf(known, who, context.now()).filter(({ triggered }) => triggered);
		armed.set(base.branch, there);
	}
	return lines.flatMap((line): JournalLine[] => {
		const there = 'branch' in line ? armed.get(line.branch ?? '') : undefined;
		if (there === undefined || !OF_WORK.includes(line.e)) return [line];
		const copy = { ...line, branch: place.branch };
		if (copy.e !== 'trigger' && copy.e !== 'bypassed') return [line, copy];
		const still = there.filter(({ triggeredAt = '' }) => line.at >= triggeredAt);
		const left = copy.names.filter((name) => namesIn(still).includes(name));
		return left.length === 0 ? [line] : [line, { ...copy, names: left }];
	});
}

/**
 * Edits and bypasses none of whose files differs from HEAD: reverted, committed by a person, gone by a rebase. They are over,
 * which a line says and a change of the state. What does not block commits asks about files that the session has committed
 * since the last satisfaction as well.
 */
async function readSettled(
	{ place, lines }: WorkedProject,
	statuses: readonly Status[],
	{ session, context }: Event,
) {
	const { branch } = place;
	const here = withoutSettled(lines).flatMap((line) => {
		if (line.e !== 'bypassed' && line.e !== 'trigger') return [];
		const { e, at, names, paths = [] } = line;
		return line.branch === branch && paths.length > 0 ? [{ e, at, names, paths }] : [];
	});
	const paths = [...new Set(here.flatMap((one) => one.paths))];
	const dirty = here.length === 0 ? undefined : await uncommittedFiles(place, paths, context);
	if (dirty === undefined) return [];
	// A name that was taken for a secret leads nowhere.
	const differs = (path: string) => dirty.includes(path) || path.includes('[redacted:');
	const clean = here.filter((line) => !line.paths.some(differs));
	const [first] = clean;
	if (first === undefined) return [];
	const moves = ofKind(lines, 'moved').filter((one) => one.branch === branch && one.at >= first.at);
	const committedSince = await readCommitted(place, moves, context);
	const asksForCommits = ({ requirement, satisfaction }: Status, line: (typeof clean)[number]) =>
		line.e === 'trigger' &&
		!blocksCommits(requirement) &&
		(satisfaction?.satisfied_at ?? '') < line.at &&
		line.paths.some((path) => committedSince(line.at).includes(path));
	const at = new Date(context.now()).toISOString();
	return clean.flatMap((line) =>
		statuses
			.filter(({ requirement }) => line.names.includes(requirement.name))
			.filter((one) => !asksForCommits(one, line))
			.map(({ requirement: { name, scope } }) => ({
				line: { e: 'settled' as const, at, s: session.uuid, branch, names: [name], of: line.at },
				change: { op: 'disarm' as const, name, scope, session, at: line.at },
			})),
	);
}

/**
 * Reads which files the session has committed on a branch: its calls moved the branch from a commit to another one in which
 * they differ, and in HEAD they are not as before that.
 *
 * @returns the files since a time: one call may edit and commit them
 */
async function readCommitted(
	place: Place,
	moves: readonly LineOf<'moved'>[],
	context: Context,
): Promise<(since: string) => readonly string[]> {
	const head = headOf(place) ?? 'HEAD';
	const found = await Promise.all(
		moves.map(async ({ at, from: given, to }) => {
			// A branch had no commit before its first.
			const from = /^0+$/.test(given) ? EMPTY_TREE : given;
			const moved = await differingFiles(place, [from, to], context);
			const left = await differingFiles(place, [from, head], context);
			return { at, moved, left };
		}),
	);
	return (since) => {
		const later = found.filter(({ at }) => at >= since);
		const left = later[0]?.left ?? [];
		return later.flatMap(({ moved }) => moved).filter((path) => left.includes(path));
	};
}
