import type { Config, Requirement } from '../config/config.ts';
import type { Context } from '../context.ts';
import { birthOf, earlierNames } from '../git/branch-log.ts';
import { branchSize } from '../git/branch-size.ts';
import type { Place } from '../git/place.ts';
import type { Session } from '../host/session-id.ts';
import type { JournalLine } from '../journal/entries.ts';
import { ofKind } from '../journal/lines.ts';
import { type BranchState, emptyState, entryOf, storedOf } from '../state/branch-state.ts';
import { applyChanges, armableSince, type BranchChange } from '../state/changes.ts';
import { isMeasured } from './requirement-types.ts';
import { type Status, statusOf } from './status.ts';

/** A session on a branch. `lines`: the session's journal. */
export interface Arrival {
	readonly place: Place;
	readonly session: Session;
	readonly config: Pick<Config, 'requirements'>;
	readonly state: BranchState | undefined;
	readonly lines: readonly JournalLine[];
}

interface StatusQuery {
	readonly place: Place;
	readonly session: Session | undefined;
	readonly requirements: readonly Requirement[];
}

/** The status of requirements by a state; reads the reflog if a branch was renamed or its name reused. */
export function statusesOf(state: BranchState | undefined, who: StatusQuery, now: number): Status[] {
	const { place, session, requirements } = who;
	let bornAt: number | undefined;
	const facts = {
		...{ state, session, now, branch: place.branch },
		renamedFrom: () => earlierNames(place),
		bornAt: () => {
			bornAt ??= birthOf(place)?.at ?? 0;
			return bornAt;
		},
	};
	return requirements.map((requirement) => statusOf(requirement, facts));
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

/**
 * What the session's journal adds to the state of a branch (D9): triggers and bypasses arm, and a use that could not be
 * stored consumes (D31). Idempotent, and the order of lines does not matter: the earliest time since the last use counts.
 *
 * @param renamedFrom earlier names of the branch, under which lines count as well (D4)
 */
export function journalChanges(
	{ place, session, config, state, lines }: Arrival,
	renamedFrom: () => readonly string[] = () => earlierNames(place),
): BranchChange[] {
	const works = [...ofKind(lines, 'trigger'), ...ofKind(lines, 'bypassed')];
	const uses = ofKind(lines, 'spent');
	// The reflog is read only if another name occurs.
	const isForeign = [...works, ...uses].some(({ branch }) => branch !== place.branch);
	const branches: string[] = [place.branch, ...(isForeign ? renamedFrom() : [])];
	return config.requirements.flatMap(({ name, scope }): BranchChange[] => {
		const isOfIt = (line: { readonly branch: string; readonly names: readonly string[] }) =>
			branches.includes(line.branch) && line.names.includes(name);
		const about = { name, scope, session };
		const entry = entryOf(storedOf(state, name), session);
		const { satisfied, satisfied_at = '', triggered } = entry ?? {};
		const use = uses.findLast((line) => isOfIt(line) && line.until >= satisfied_at);
		const spent = satisfied === true ? use?.until : undefined;
		const spends: BranchChange[] = spent === undefined ? [] : [{ op: 'spend', ...about, at: spent }];
		if (triggered === true && spent === undefined) return [];
		const since = armableSince({ ...entry, spent_at: spent ?? entry?.spent_at });
		const [at] = works.flatMap((line) => (isOfIt(line) && line.at > since ? line.at : [])).sort();
		return at === undefined ? spends : [...spends, { op: 'trigger', ...about, at }];
	});
}

/** The state with what the session's journal adds to it. */
export function withJournal(arrival: Arrival, now: number): BranchState | undefined {
	const { place, state } = arrival;
	return stateAfter(state, { place, changes: journalChanges(arrival) }, now);
}

/**
 * A size is measured if it was not yet, and again before a known one blocks: the branch may be smaller now.
 * PostToolUse stores the sizes.
 */
export async function measuresDue(
	state: BranchState | undefined,
	{ place, session, requirements }: StatusQuery,
	context: Pick<Context, 'env' | 'now'>,
): Promise<BranchChange[]> {
	const measured = requirements.filter(isMeasured);
	const now = context.now();
	const who = { place, session, requirements: measured };
	const due = statusesOf(state, who, now).filter(
		({ requirement: { name }, satisfied }) => !satisfied || storedOf(state, name)?.measured === undefined,
	);
	const lines = due.length === 0 ? undefined : await branchSize(place, context);
	if (lines === undefined) return [];
	const at = new Date(now).toISOString();
	return due.map(({ requirement: { name, scope } }) => ({ op: 'measure', name, scope, at, lines }));
}
