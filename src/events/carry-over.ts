import type { Requirement } from '../config/config.ts';
import type { Context } from '../context.ts';
import { isNeverSatisfied, type Status, statusOf } from '../gate/status.ts';
import { type Arrival, stateAfter, statusesOf, withJournal } from '../gate/statuses.ts';
import { withUnstoredConsumption } from '../gate/verdict.ts';
import { birthOf, commitsSince, headOf } from '../git/branch-log.ts';
import { type BranchName, onBranch, type Place } from '../git/place.ts';
import { parseSessionId, type Session } from '../host/session-id.ts';
import type { JournalLine } from '../journal/entries.ts';
import { isFork, ofKind } from '../journal/lines.ts';
import { forkedFrom } from '../memory/links.ts';
import { isDead } from '../memory/recover.ts';
import { readSession } from '../memory/sessions.ts';
import { statesElsewhere } from '../state/branch-files.ts';
import {
	type BranchState,
	entryOf,
	isRootScope,
	type SatisfactionFields,
	type SessionEntry,
	storedOf,
} from '../state/branch-state.ts';
import type { BranchChange } from '../state/changes.ts';
import { HistoryLine } from '../state/history.ts';
import { entryOfSession, isAlive, readRegistry } from '../state/registry.ts';
import { compareTexts } from '../text/strings.ts';

/** Changes for the state of one branch. */
export interface Batch {
	readonly place: Place;
	readonly changes: readonly BranchChange[];
	/** Changes of other branches: only if this one has stored its own. */
	readonly leaving?: readonly Batch[] | undefined;
}

/** What carries over to a branch, and what leaves others once this one has stored the changes. */
interface CarryOver {
	readonly changes: readonly BranchChange[];
	readonly leaving: readonly Batch[];
	/** The state with the changes. */
	readonly state: BranchState | undefined;
	/** Adds to a status the branch on which the session has satisfied what it has not satisfied here. */
	readonly satisfiedOn: (status: Status) => Status;
}

/** A satisfaction of the session on another branch that still holds. */
interface OtherSatisfaction {
	readonly requirement: Requirement;
	readonly entry: SatisfactionFields;
	/** The other branch. */
	readonly place: Place;
}

/**
 * What a fork carries over from its parent, and any session from its other branches to one that began since the session's
 * start, at a commit the session was on (docs/adr/0013). For any other branch `satisfiedOn` adds where the satisfactions are.
 *
 * @param arrival `transcript`: absent if the caller does not know it; then a fork carries over nothing from its parent
 */
export async function carryOver(
	arrival: Arrival & { readonly transcript?: string | undefined },
	context: Context,
): Promise<CarryOver> {
	const { place, session, config, lines } = arrival;
	const now = context.now();
	const forked = await carryFromParent(arrival, context);
	const before = stateAfter(arrival.state, { place, changes: forked }, now);
	const who = { place, session, requirements: config.requirements };
	const missing = statusesOf(before, who, now).filter(isNeverSatisfied);
	const others = missing.length === 0 ? [] : satisfiedElsewhere(arrival, context);
	const isBase = others.length === 0 ? () => false : basesOf(place, lines);
	const batches = missing.flatMap(({ requirement }) => {
		// What was consumed or cleared on this branch stays so.
		const here = entryOf(storedOf(before, requirement.name), session);
		if ((here?.spent_at ?? here?.cleared_at) !== undefined) return [];
		const source = others.find((one) => one.requirement === requirement && isBase(one.place));
		return source === undefined ? [] : [carryFromBranch(source, { ...arrival, now, keepsConsumed: true })];
	});
	const changes = batches.flatMap((one) => one.changes);
	return {
		changes: [...forked, ...changes],
		leaving: batches.flatMap(({ leaving }) => leaving),
		state: stateAfter(before, { place, changes }, now),
		satisfiedOn: (status) => {
			const latest = others.find(({ requirement }) => requirement === status.requirement);
			if (latest === undefined || !isNeverSatisfied(status)) return status;
			const { satisfied_at: at = '' } = latest.entry;
			return { ...status, satisfiedOn: { branch: latest.place.branch, at } };
		},
	};
}

/** Tells on which branches this one began: since the session's start, at a commit that the session was on there. */
export function basesOf(place: Place, lines: readonly JournalLine[]): (there: Place) => boolean {
	const birth = birthOf(place);
	const startedAt = Date.parse(lines[0]?.at ?? '');
	if (birth === undefined || !(birth.at + 1_000 > startedAt)) return () => false;
	return (there) => commitsSince(there, startedAt).has(birth.commit);
}

/** What a fork carries over from the session it was made of, unless that one is active. */
async function carryFromParent(arrival: Parameters<typeof carryOver>[0], context: Context): Promise<BranchChange[]> {
	const { place, state, session, config, lines, transcript } = arrival;
	const requirements = config.requirements.filter(({ carry }) => carry.includes('fork'));
	if (state === undefined || requirements.length === 0 || !isFork(lines)) return [];
	const from = await forkedFrom({ place, session, transcript }, context);
	if (from === undefined) return [];
	const entry = entryOfSession(readRegistry(context), from.uuid);
	// By its journal first: the registry may have been unreadable, and then it knows no session from before.
	const record = readSession(place, from, context);
	const isActive =
		record === undefined
			? entry !== undefined && isAlive(entry, context)
			: record.ended_at === null && !isDead(record, entry, context);
	if (isActive) return [];
	return carryFromSession(requirements, {
		state,
		from,
		to: session,
		now: context.now(),
		keepsConsumed: true,
	});
}

/**
 * A satisfaction with its time, end and evidence. It is stale if the session has changed anything since that makes it so,
 * on any branch: uncommitted work comes along. A single-use one moves, so that one review serves one commit.
 *
 * @param to `lines`: the session's journal; `keepsConsumed`: what the session consumed or cleared stays so
 */
export function carryFromBranch(
	{ requirement, entry, place: from }: OtherSatisfaction,
	to: Pick<Arrival, 'place' | 'session' | 'lines'> & { now: number; keepsConsumed: boolean },
): { readonly changes: readonly BranchChange[]; readonly leaving: readonly Batch[] } {
	const { place, session, lines, now, keepsConsumed } = to;
	const { name, scope } = requirement;
	const about = { name, scope, session };
	const origin = { carried_from_branch: from.branch, carried_to_branch: place.branch };
	const changes = satisfyAsBefore(requirement, entry, { session, origin, keepsConsumed });
	const stale = ofKind(lines, 'trigger').find(
		({ at, names, stale: all = names }) => all.includes(name) && at > (entry.satisfied_at ?? ''),
	);
	if (stale !== undefined) changes.push({ op: 'stale', ...about, at: stale.at });
	if (scope !== 'single_use') return { changes, leaving: [] };
	const spend = { op: 'spend' as const, ...about, at: new Date(now).toISOString() };
	return { changes, leaving: [{ place: from, changes: [{ ...spend, to: place.branch }] }] };
}

/** The session's own satisfactions on other branches that still hold, the latest of each requirement first. */
export function satisfiedElsewhere(
	{ place, session, config, lines }: Omit<Arrival, 'state'>,
	context: Context,
): OtherSatisfaction[] {
	const commit = headOf(place);
	const requirements = config.requirements.filter(({ scope }) => !isRootScope(scope));
	const found = statesElsewhere(place, session, context).flatMap((state) => {
		const there = onBranch(place, state.branch as BranchName);
		const now = context.now();
		const who = { place: there, session, requirements };
		const known = withJournal({ ...who, config: { requirements }, state, lines }, now);
		return statusesOf(known, who, now).flatMap((status): OtherSatisfaction[] => {
			const used = { lines, branch: there.branch, commit };
			const { requirement, reason, satisfaction: entry } = withUnstoredConsumption(status, used);
			if (reason !== 'satisfied' || entry === undefined) return [];
			return [{ requirement, entry, place: there }];
		});
	});
	const timeOf = ({ entry }: OtherSatisfaction) => entry.satisfied_at ?? '';
	return found.sort((one, other) => compareTexts(timeOf(other), timeOf(one)));
}

/**
 * Satisfactions that still hold, for another session on the same branch (D1). Never an approval. What is stored at the
 * root holds for every session of the branch already.
 *
 * @param carry `now`: milliseconds since the epoch; `keepsConsumed`: what the session consumed or cleared stays so
 */
export function carryFromSession(
	requirements: readonly Requirement[],
	carry: { state: BranchState; from: Session; to: Session; now: number; keepsConsumed: boolean },
): BranchChange[] {
	const { state, from, to: session, now, keepsConsumed } = carry;
	const origin = { carried_from: from.key };
	return requirements.flatMap((requirement) => {
		const facts = { state, session: from, branch: state.branch, now };
		const { reason, satisfaction = {} } = statusOf(requirement, facts);
		if (isRootScope(requirement.scope) || reason !== 'satisfied') return [];
		return satisfyAsBefore(requirement, satisfaction, { session, origin, keepsConsumed });
	});
}

function satisfyAsBefore(
	{ name, scope }: Requirement,
	{ satisfied_at: at, satisfied_by, expires_at, metadata }: SatisfactionFields,
	{ session, origin, keepsConsumed }: { session: Session; origin: object; keepsConsumed: boolean },
): BranchChange[] {
	if (at === undefined) return [];
	const originally_by = metadata?.['originally_by'] ?? satisfied_by;
	const evidence = { expires_at, metadata: { ...metadata, ...origin, originally_by } };
	return [{ op: 'satisfy', name, scope, session, at, by: 'carried', ...evidence, keepsConsumed }];
}

/** Whether a returning session may have entries in the history only (D10). */
export function isForgotten(state: BranchState, session: Session): boolean {
	return !Object.values(state.requirements).some((one) => entryOf(one, session) !== undefined);
}

/**
 * Brings back what was rolled over from this session, the newest line of each requirement (D10). What came back before
 * and then left for another reason stays away, and so does what an earlier branch of this name left.
 */
export function recallChanges(
	history: readonly unknown[],
	session: Session,
	{ created_at }: BranchState,
): BranchChange[] {
	const newest = new Map<string, BranchChange>();
	for (const raw of history) {
		if (!HistoryLine.fits(raw)) continue;
		const { at, requirement: name, scope, session: key, entry, ended_by } = raw;
		// An entry without a full id belongs to the session that has its key; one at the root to no session.
		const isOwn = entry.uuid === undefined ? key === session.key : entry.uuid === session.uuid;
		if (key === undefined || !isOwn) continue;
		if (ended_by === 'rolled' && at >= created_at) newest.set(name, { op: 'recall', at, name, scope, session, entry });
		else newest.delete(name);
	}
	return [...newest.values()];
}

/** Sessions with a satisfaction of a requirement on this branch, the latest first (D1). */
export function formerHolders(name: string, state: BranchState): Session[] {
	const timeOf = (entry: SessionEntry) => entry.satisfied_at ?? '';
	return Object.entries(storedOf(state, name)?.sessions ?? {})
		.filter(([, { satisfied }]) => satisfied === true)
		.sort(([, one], [, other]) => (timeOf(one) < timeOf(other) ? 1 : -1))
		.flatMap(([key, { uuid }]) => parseSessionId(uuid ?? key) ?? []);
}
