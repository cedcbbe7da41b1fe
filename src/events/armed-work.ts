import type { Requirement } from '../config/config.ts';
import type { Context } from '../context.ts';
import { blocksCommits } from '../gate/concerns.ts';
import { isConsumable, namesIn, type Status } from '../gate/status.ts';
import { type Arrival, journalChanges, measuresDue, stateAfter, statusesOf, withJournal } from '../gate/statuses.ts';
import { headOf } from '../git/branch-log.ts';
import { differingFiles, uncommittedFiles } from '../git/detect-changes.ts';
import { type BranchName, onBranch, type Place } from '../git/place.ts';
import type { Session } from '../host/session-id.ts';
import type { JournalLine } from '../journal/entries.ts';
import { journalOf } from '../journal/journal.ts';
import { type LineOf, ofKind } from '../journal/lines.ts';
import { type BranchState, entryOf, storedOf } from '../state/branch-state.ts';
import { armableSince, type BranchChange } from '../state/changes.ts';
import { recordOnFailure } from '../state/faults.ts';
import type { Obstacle } from '../store/obstacle.ts';
import { compareTexts } from '../text/strings.ts';
import { type Batch, basesOf, carryOver } from './carry-over.ts';
import type { HookEvent, Project, WorkedProject } from './projects.ts';
import { readState } from './stored-state.ts';

/** The tree without files, by which git knows it in every repository. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

type Event = HookEvent<{ readonly transcript_path?: string | undefined }>;

/** Which requirements hold for a session on a branch. */
export interface SessionStatuses {
	readonly statuses: readonly Status[];
	/** The session's journal; empty if the state alone decides. */
	readonly lines: readonly JournalLine[];
	/** The stored state with all below, and with sizes that were measured now. */
	readonly state: BranchState | undefined;
	/** What the session's journal adds to the stored state. */
	readonly folds: readonly BranchChange[];
	/** What carries over from other branches and from a fork's parent. */
	readonly carried: Batch;
	/** Why nothing can be stored: then nothing is blocked (D7), and nothing carries over. */
	readonly obstacle: Obstacle | undefined;
	/** The statuses after more changes. */
	readonly statusesAfter: (changes: readonly BranchChange[]) => readonly Status[];
}

/** Whose statuses are read, of which requirements. */
interface StatusRequest {
	/** `undefined`: no session is meant, so that what belongs to one is not satisfied. */
	readonly session: Session | undefined;
	/** Path of its transcript; without it a fork carries nothing over from its parent. */
	readonly transcript?: string | undefined;
	/** Default: all. */
	readonly requirements?: readonly Requirement[];
	/** Sizes are measured now. */
	readonly measures?: boolean;
	/** Work that is over, which the state does not have yet. */
	readonly settles?: readonly BranchChange[];
}

/**
 * Reads which requirements hold for a session: by the state of the branch, the journal, and what carries over.
 *
 * @param found `lines`: the session's journal; if absent, it is read unless the state alone decides
 */
export async function readStatuses(
	found: Pick<Project, 'place' | 'config'> & { readonly lines?: readonly JournalLine[] },
	asked: StatusRequest,
	context: Context,
): Promise<SessionStatuses> {
	const { place, config } = found;
	const { session, transcript, requirements = config.requirements, settles = [] } = asked;
	const now = context.now();
	const who = { place, session, requirements };
	const { state: stored, obstacle } = await readState(place, context);
	const isPaused = stored?.paused !== undefined;
	const sizes = asked.measures && !isPaused ? await measuresDue(stored, who, context) : [];
	const state = stateAfter(stored, { place, changes: [...settles, ...sizes] }, now);
	const statuses = statusesOf(state, who, now);
	const isDecided = isPaused || statuses.every((one) => one.satisfied && !isConsumable(one));
	if (session === undefined || (isDecided && found.lines === undefined)) {
		const nothing = { lines: [], folds: [], carried: { place, changes: [] } };
		return { ...nothing, state, obstacle, statuses, statusesAfter: () => statuses };
	}
	const { lines = journalOf(place, session) } = found;
	const folds = journalChanges({ place, session, config, state, lines });
	const folded = stateAfter(state, { place, changes: folds }, now);
	const arrival = { place, session, config, state: folded, lines, transcript };
	const carry = await carryOver(arrival, context);
	const carried = { place, ...(obstacle === undefined ? carry : { changes: [] }) };
	const known = stateAfter(folded, carried, now);
	const statusesAfter = (changes: readonly BranchChange[]) =>
		statusesOf(stateAfter(known, { place, changes }, now), who, now).map(carry.satisfiedOn);
	const all = { lines, folds, carried, state: known, obstacle };
	return { ...all, statuses: statusesAfter([]), statusesAfter };
}

/** What a session did in one project, before a turn or a task ends. */
export interface ArmedWork extends WorkedProject, SessionStatuses {
	readonly lines: readonly JournalLine[];
	/** What is not stored yet, whether the turn ends or not. */
	readonly unstored: Batch;
}

/** Reads what a session armed in a project, and which of it is satisfied or over. */
export async function readArmedWork(found: WorkedProject, event: Event): Promise<ArmedWork> {
	const { input, session, context } = event;
	const { place } = found;
	const lines = await withCarriedWork({ ...found, session }, context);
	const read = async () => readSettled({ ...found, lines }, event);
	const what = 'whether work is over could not be detected';
	const settled = await recordOnFailure(read, { place, what, context });
	const { settles = [], over = [] } = settled ?? {};
	const open = { ...found, lines: lines.filter((line) => !over.includes(line)) };
	const asked = { session, transcript: input.transcript_path, measures: true, settles };
	const statuses = await readStatuses(open, asked, context);
	const { folds, carried } = statuses;
	const unstored = { ...carried, changes: [...settles, ...folds, ...carried.changes] };
	return { ...open, ...statuses, unstored };
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

/** What armed requirements: an edit, or a bypass. */
type Work = LineOf<'trigger' | 'bypassed'>;

/**
 * Work none of whose files differs from HEAD is over: reverted, committed by a person, gone by a rebase. What does not block
 * commits asks about files that the session has committed since the last satisfaction as well.
 *
 * @returns `settles`: up to when the work of each requirement is over; `over`: the bypasses that are, also after other work
 */
async function readSettled(
	found: WorkedProject,
	{ session, context }: Event,
): Promise<{ readonly settles: readonly BranchChange[]; readonly over: readonly JournalLine[] } | undefined> {
	const { place, config, lines } = found;
	const now = context.now();
	const { state: stored } = await readState(place, context);
	const state = withJournal({ ...found, session, state: stored }, now);
	const who = { place, session, requirements: config.requirements };
	const all: readonly Work[] = [...ofKind(lines, 'trigger'), ...ofKind(lines, 'bypassed')]
		.filter(({ branch }) => branch === place.branch)
		.sort((one, other) => compareTexts(one.at, other.at));
	const armed = statusesOf(state, who, now)
		.filter(({ triggered, satisfied }) => triggered && !satisfied)
		.map((status) => {
			const { name } = status.requirement;
			const since = armableSince(entryOf(storedOf(state, name), session));
			return { status, works: all.filter(({ at, names }) => at > since && names.includes(name)) };
		});
	const works = all.filter((line) => armed.some((one) => one.works.includes(line)));
	const paths = [...new Set(works.flatMap((line) => line.paths ?? []))];
	const dirty = paths.length > 0 && (await uncommittedFiles(place, paths, context));
	if (!dirty) return undefined;
	// A name that was taken for a secret leads nowhere.
	const differs = (path: string) => dirty.includes(path) || path.includes('[redacted:');
	const clean = works.filter((line) => line.paths?.length && !line.paths.some(differs));
	const [first] = clean;
	if (first === undefined) return undefined;
	const moves = ofKind(lines, 'moved').filter(({ branch, at }) => branch === place.branch && at >= first.at);
	const committedSince = await readCommitted(place, moves, context);
	const asksForCommits = ({ requirement, satisfaction }: Status, line: Work) =>
		line.e === 'trigger' &&
		!blocksCommits(requirement) &&
		(satisfaction?.satisfied_at ?? '') < line.at &&
		line.paths?.some((path) => committedSince(line.at).includes(path));
	const settles = armed.flatMap(({ status, works: own }): BranchChange[] => {
		const { name, scope } = status.requirement;
		const open = own.findIndex((line) => !clean.includes(line) || asksForCommits(status, line));
		const at = (open < 0 ? own : own.slice(0, open)).at(-1)?.at;
		return at === undefined ? [] : [{ op: 'settle', name, scope, session, at }];
	});
	return { settles, over: clean.filter(({ e }) => e === 'bypassed') };
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
