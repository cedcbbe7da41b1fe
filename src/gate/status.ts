import type { Requirement } from '../config/config.ts';
import { matchesGlob } from '../config/glob.ts';
import type { Session } from '../core/session/session-id.ts';
import {
	type BranchState,
	entryOf,
	isRootScope,
	type RequirementState,
	type SatisfactionFields,
	type SessionEntry,
	storedOf,
	type Tip,
} from '../state/branch-state.ts';
import { type FactReason, factOf } from './requirement-types.ts';
import { covers, triggerText } from './triggers.ts';

/** Why a requirement counts as satisfied or not. */
export type Reason =
	| 'satisfied'
	| 'approved'
	| 'does_not_apply'
	| 'never_satisfied'
	| 'expired'
	| 'stale'
	/** The branch's name has gone over to other work since. */
	| 'left'
	/** The folder of its state is a link. */
	| 'linked'
	/** A guarded call went through on it, and its success was never told: see `usedUnseen`. */
	| 'used'
	| FactReason;

/** Where one requirement stands for one session on one branch. */
export interface Status {
	readonly requirement: Requirement;
	readonly satisfied: boolean;
	readonly reason: Reason;
	/** The satisfaction that counts, or the one that no longer does. */
	readonly satisfaction: SatisfactionFields | undefined;
	readonly triggered: boolean;
	readonly triggeredAt: string | undefined;
	/** What calls of the session changed past it: only a stop and a status know. */
	readonly bypass?: Bypass;
	/** Changed lines of the branch, for a dynamic requirement that was measured. */
	readonly lines: number | undefined;
	/** Another branch on which this session has satisfied what it has not satisfied here. */
	readonly heldOn?: HeldOn;
	/** Why the last run of what it waits for does not count, where that is known. */
	readonly uncounted?: string;
}

/** When calls of a session last changed something past a requirement, and which files; none if only branches moved. */
export interface Bypass {
	readonly at: string;
	readonly paths: readonly string[];
}

/** Where, when, and when in words. */
export interface HeldOn {
	readonly branch: string;
	readonly at: string;
	readonly ago: string;
}

/** The names of these requirements. */
export function namesIn(statuses: readonly Pick<Status, 'requirement'>[]): string[] {
	return statuses.map(({ requirement }) => requirement.name);
}

/** Whether a session may have brought a satisfaction along: it has none of its own here, good or bad. */
export function isNeverSatisfied({ reason, requirement }: Status): boolean {
	return reason === 'never_satisfied' && !isRootScope(requirement.scope);
}

/** Everything a status depends on. `session` is absent where no session could be told. */
interface StatusInputs {
	readonly state: BranchState | undefined;
	readonly session: Session | undefined;
	readonly branch: string;
	readonly now: number;
	/** Earlier names of the branch; what protects one of them protects it. */
	readonly renamedFrom?: () => readonly string[];
	/** Whether the branch's name has gone over to other work since it stood there. */
	readonly hasLeft?: (tip: Tip) => boolean;
}

/** Judges one requirement (D31, D41). */
export function statusOf(requirement: Requirement, facts: StatusInputs): Status {
	const { state, session } = facts;
	const stored = storedOf(state, requirement.name);
	const entry = session && stored && entryOf(stored, session);
	const verdict = verdictOf(requirement, { stored, entry, facts });
	return {
		requirement,
		...verdict,
		triggered: entry?.triggered === true,
		triggeredAt: entry?.triggered_at,
		lines: stored?.measured?.lines,
	};
}

interface Evidence {
	readonly stored: RequirementState | undefined;
	readonly entry: SessionEntry | undefined;
	readonly facts: StatusInputs;
}

type Verdict = Pick<Status, 'satisfied' | 'reason' | 'satisfaction'>;

function verdictOf(requirement: Requirement, evidence: Evidence): Verdict {
	const approval = approvalOf(evidence);
	if (approval !== undefined)
		return { satisfied: true, reason: 'approved', satisfaction: approval };
	const fact = factOf(requirement);
	if (fact === undefined) return workVerdict(requirement, evidence);
	const { branch, renamedFrom = () => [] } = evidence.facts;
	const isOrWasNamed = (globs: readonly string[]) => {
		const fits = (name: string) => globs.some((glob) => matchesGlob(glob, name));
		return fits(branch) || renamedFrom().some(fits);
	};
	return fact.holds(requirement, { isOrWasNamed, lines: evidence.stored?.measured?.lines })
		? unsatisfied(fact.reason)
		: { satisfied: true, reason: 'does_not_apply', satisfaction: undefined };
}

function workVerdict(requirement: Requirement, { stored, entry, facts }: Evidence): Verdict {
	if (facts.state?.behind_link !== undefined) return unsatisfied('linked');
	// A flag set under another scope does not count.
	if (stored === undefined || stored.scope !== requirement.scope)
		return unsatisfied('never_satisfied');
	const satisfaction = isRootScope(requirement.scope) ? stored : entry;
	if (satisfaction?.satisfied !== true) return unsatisfied('never_satisfied');
	if (isExpired(satisfaction, facts.now)) return { ...unsatisfied('expired'), satisfaction };
	if (satisfaction.stale_since !== undefined) return { ...unsatisfied('stale'), satisfaction };
	if (satisfaction.tip !== undefined && facts.hasLeft?.(satisfaction.tip) === true)
		return { ...unsatisfied('left'), satisfaction };
	return { satisfied: true, reason: 'satisfied', satisfaction };
}

function unsatisfied(reason: Reason): Verdict {
	return { satisfied: false, reason, satisfaction: undefined };
}

/** An approval belongs to its session, whatever the requirement's type and scope (D1). */
function approvalOf({ entry, facts }: Evidence): SessionEntry | undefined {
	if (facts.state?.behind_link !== undefined) return undefined;
	const isApproved = entry?.satisfied === true && entry.satisfied_by === 'approval';
	return isApproved && !isExpired(entry, facts.now) ? entry : undefined;
}

/** It ends at `now ≥ expires_at`; a time that cannot be read has passed. */
function isExpired({ expires_at }: SatisfactionFields, now: number): boolean {
	return expires_at !== undefined && !(now < Date.parse(expires_at));
}

/** One legal next step that satisfies a requirement; `text` is what to type or run. */
export interface WayOut {
	readonly kind: 'skill' | 'plan' | 'command' | 'user';
	readonly text: string;
	/** A skill that counts only when its last step has run, which is this. */
	readonly ends?: string;
}

/** Everything that satisfies a requirement, what the model can do by itself first. */
export function waysOut(requirement: Requirement): WayOut[] {
	if (factOf(requirement) !== undefined)
		return [{ kind: 'user', text: `req approve ${requirement.name} --ttl 1h` }];
	return [
		...requirement.skills.map((skill) => skillWay(requirement, skill)),
		...(requirement.plan ? [{ kind: 'plan' as const, text: 'an approved plan' }] : []),
		...requirement.commands.map(({ run }) => ({ kind: 'command' as const, text: run })),
		...manualWay(requirement),
	];
}

function skillWay({ satisfyOn }: Requirement, skill: string): WayOut {
	const way = { kind: 'skill', text: `/${skill}` } as const;
	return satisfyOn === 'load' ? way : { ...way, ends: `req done ${skill} --evidence TEXT` };
}

/** D36: what only the user may do is never offered to the model as its own step. */
function manualWay({ manual, name }: Requirement): WayOut[] {
	const text = `req satisfy ${name}`;
	switch (manual) {
		case 'anyone':
			return [{ kind: 'command', text }];
		case 'user':
			return [{ kind: 'user', text }];
		case 'never':
			return [];
	}
}

/** What the session has satisfied on another branch it does not have to do again: only the user says so (D1). */
export function carryWay({
	requirement,
	heldOn,
}: Pick<Status, 'requirement' | 'heldOn'>): WayOut[] {
	if (heldOn === undefined || requirement.manual === 'never') return [];
	return [{ kind: 'user', text: `req satisfy ${requirement.name} --carry` }];
}

/** What an unmet requirement holds back, in a few words. */
export function holdsWhat(status: Pick<Status, 'requirement' | 'triggered'>): string {
	const { enforce, blocks } = status.requirement;
	const calls = [...new Set(blocks.map(triggerText))].join(', ');
	if (enforce === 'warn') return `warns at ${calls}`;
	const held = [
		...(enforce === 'stop' || calls === '' ? [] : [calls]),
		...(holdsTurn(status) ? ['the end of the turn'] : []),
	];
	return `holds ${held.join(' and ')}`;
}

/**
 * Whether the turn waits as well as the calls: work was done, or can be done without a refusal. Where everything that
 * arms a requirement is refused until it is satisfied, an unmet one holds no turn.
 */
export function holdsTurn({
	requirement,
	triggered,
}: Pick<Status, 'requirement' | 'triggered'>): boolean {
	const { enforce, holdsStop, triggers, blocks } = requirement;
	return holdsStop && (triggered || enforce === 'stop' || !covers(blocks, triggers));
}
