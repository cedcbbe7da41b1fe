import type { Requirement } from '../config/config.ts';
import type { Session } from '../host/session-id.ts';
import {
	type BranchState,
	entryOf,
	isRootScope,
	type SatisfactionFields,
	type SessionEntry,
	storedOf,
} from '../state/branch-state.ts';
import { type FactReason, factOf } from './requirement-types.ts';

export type Reason =
	| 'satisfied'
	| 'approved'
	| 'does_not_apply'
	| 'never_satisfied'
	| 'expired'
	| 'stale'
	/** A guarded call consumed the single-use satisfaction, or it moved to another branch. */
	| 'consumed'
	/** The folder of its state is a link. */
	| 'linked'
	| FactReason;

/** The status of one requirement for one session on one branch. */
export interface Status {
	readonly requirement: Requirement;
	readonly satisfied: boolean;
	readonly reason: Reason;
	/** The satisfaction that counts, or the one that no longer does. */
	readonly satisfaction: SatisfactionFields | undefined;
	/** When the last satisfaction was consumed, if that is the reason: ISO time, by a commit, or carried `to` a branch. */
	readonly consumed?:
		| {
				readonly at: string;
				readonly commit?: string | undefined;
				readonly to?: string | undefined;
		  }
		| undefined;
	readonly triggered: boolean;
	readonly triggeredAt: string | undefined;
	/** Until when the session's work is over; ISO time. */
	readonly settledAt: string | undefined;
	/** Files that calls of the session changed although it was unmet: only a stop and `req status` know. */
	readonly bypass?: Bypass | undefined;
	/** Changed lines of the branch, for a dynamic requirement that was measured. */
	readonly lines: number | undefined;
	/** Another branch on which this session has satisfied what it has not satisfied here, and when; ISO time. */
	readonly satisfiedOn?: { readonly branch: string; readonly at: string };
	/** Why the last run of its command does not count, if that is known. */
	readonly uncounted?: string | undefined;
	/** When what it asks for ran and failed, if that is the last run; ISO time. */
	readonly failedAt?: string | undefined;
}

/** When calls of a session last bypassed a requirement, and which files they changed; none if only branches moved. */
interface Bypass {
	readonly at: string;
	readonly paths: readonly string[];
}

/** The names of these requirements. */
export function namesIn(statuses: readonly Pick<Status, 'requirement'>[]): string[] {
	return statuses.map(({ requirement }) => requirement.name);
}

/** Whether a satisfaction of another branch would help: the session has none here, good or bad. */
export function isNeverSatisfied({ reason, requirement }: Status): boolean {
	const isMissing = reason === 'never_satisfied' || reason === 'consumed';
	return isMissing && !isRootScope(requirement.scope);
}

/** Whether a guarded call consumes it: an approval lasts until its ttl instead. */
export function isConsumable({ requirement, reason }: Status): boolean {
	return requirement.scope === 'single_use' && reason === 'satisfied';
}

/** Whether it was consumed and nothing was done since that needs it again. */
export function isAtRest({ reason, triggered }: Status): boolean {
	return reason === 'consumed' && !triggered;
}

/** Everything a status depends on. `session` is absent if none is known. */
interface StatusInputs {
	readonly state: BranchState | undefined;
	readonly session: Session | undefined;
	readonly branch: string;
	/** Milliseconds since the epoch. */
	readonly now: number;
	/** Earlier names of the branch, which protect it as its own does. */
	readonly renamedFrom?: () => readonly string[];
	/** When the branch began, in milliseconds since the epoch; 0 if it is not known. */
	readonly bornAt?: () => number;
}

/** Evaluates one requirement (D31, D41). */
export function statusOf(requirement: Requirement, inputs: StatusInputs): Status {
	const { state, session, now } = inputs;
	const stored = storedOf(state, requirement.name);
	const entry = session && entryOf(stored, session);
	// An approval belongs to its session, whatever the requirement's type and scope (D1).
	const isApproved = entry?.satisfied === true && entry.satisfied_by === 'approval';
	const counts = state?.behind_link === undefined && isApproved && !hasExpired(entry, now);
	const approved: Cause = { reason: 'approved', satisfaction: entry };
	const cause = counts ? approved : causeOf(requirement, inputs, entry);
	const { reason, satisfaction, consumed } = cause;
	return {
		...{ requirement, reason, satisfaction, consumed },
		satisfied: SATISFYING.includes(reason),
		triggered: entry?.triggered === true,
		triggeredAt: entry?.triggered_at,
		settledAt: entry?.settled_at,
		lines: stored?.measured?.lines,
	};
}

const SATISFYING: readonly Reason[] = ['satisfied', 'approved', 'does_not_apply'];

type Cause = Pick<Status, 'reason' | 'consumed'> & Partial<Pick<Status, 'satisfaction'>>;

/** Why a requirement that was not approved is satisfied or not. */
function causeOf(requirement: Requirement, inputs: StatusInputs, entry: SessionEntry | undefined): Cause {
	const { state, now, branch, renamedFrom } = inputs;
	const stored = storedOf(state, requirement.name);
	const fact = factOf(requirement);
	if (fact !== undefined) {
		const names = () => [branch, ...(renamedFrom?.() ?? [])];
		const isBlocking = fact.isBlocking(requirement, { names, lines: stored?.measured?.lines });
		return { reason: isBlocking ? fact.reason : 'does_not_apply' };
	}
	if (state?.behind_link !== undefined) return { reason: 'linked' };
	// A flag set under another scope does not count.
	if (stored?.scope !== requirement.scope) return { reason: 'never_satisfied' };
	const satisfaction = isRootScope(requirement.scope) ? stored : entry;
	if (satisfaction?.satisfied !== true) {
		const { spent_at: at, spent_commit: commit, spent_to: to, cleared_at = '' } = entry ?? {};
		if (at === undefined || cleared_at > at) return { reason: 'never_satisfied' };
		return { reason: 'consumed', consumed: { at, commit, to } };
	}
	if (hasExpired(satisfaction, now)) return { reason: 'expired', satisfaction };
	if (satisfaction.stale_since !== undefined) return { reason: 'stale', satisfaction };
	if (isOfEarlierBranch(satisfaction, inputs)) return { reason: 'never_satisfied' };
	return { reason: 'satisfied', satisfaction };
}

/** Another branch had this name then. What was carried over keeps its time. */
function isOfEarlierBranch({ satisfied_at = '', satisfied_by }: SatisfactionFields, { bornAt }: StatusInputs): boolean {
	return satisfied_by !== 'carried' && Date.parse(satisfied_at) < (bornAt?.() ?? 0);
}

/** It ends at `now ≥ expires_at`; a time that cannot be read has passed. */
function hasExpired({ expires_at }: SatisfactionFields, now: number): boolean {
	return expires_at !== undefined && !(now < Date.parse(expires_at));
}
