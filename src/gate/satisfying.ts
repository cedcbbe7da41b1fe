import type { Requirement } from '../config/config.ts';
import { bareSkillName } from '../config/skill-name.ts';
import { type JournalLine, ofKind } from '../core/journal/line.ts';
import type { Session } from '../core/session/session-id.ts';
import { type BranchState, entryOf, type SatisfiedBy, storedOf } from '../state/branch-state.ts';
import type { BranchChange } from '../state/changes.ts';
import { factOf } from './requirement-types.ts';
import type { Status } from './status.ts';

/** Requirements that a skill satisfies. */
export function satisfiedBySkill(
	requirements: readonly Requirement[],
	skill: string,
): Requirement[] {
	const name = bareSkillName(skill.trim());
	return requirements.filter((one) => factOf(one) === undefined && one.skills.includes(name));
}

/** Who satisfied something, when, and with what evidence. */
interface Satisfier {
	readonly session: Session;
	/** Milliseconds since the epoch. */
	readonly at: number;
	readonly by: SatisfiedBy;
	readonly metadata?: Readonly<Record<string, unknown>>;
	/** Milliseconds until it ends; absent: each requirement's own `ttl`. */
	readonly ttl?: number | undefined;
}

/** The changes that record a satisfaction of these requirements. */
export function satisfyChanges(
	requirements: readonly Requirement[],
	{ session, at, by, metadata, ttl }: Satisfier,
): BranchChange[] {
	const time = new Date(at).toISOString();
	return requirements.map((requirement) => {
		const { name, scope } = requirement;
		const lasts = ttl ?? requirement.ttl;
		const expires_at = lasts === undefined ? undefined : new Date(at + lasts).toISOString();
		return { op: 'satisfy', name, scope, session, at: time, by, metadata, expires_at };
	});
}

/** What tells whether a skill was invoked for this completion, and not for an earlier one. */
interface CompletionFacts {
	readonly session: Session;
	readonly state: BranchState | undefined;
	/** The session's own journal. */
	readonly lines: readonly JournalLine[];
}

/**
 * Requirements that one more `req done SKILL` may satisfy: the skill was invoked in this session after
 * whatever was last satisfied had ended. One review does not cover two commits (D31, D39).
 */
export function completable(
	statuses: readonly Status[],
	skill: string,
	facts: CompletionFacts,
): Status[] {
	const invocations = ofKind(facts.lines, 'skill').filter((line) => line.skill === skill);
	return statuses.filter((status) => {
		const ends = endsOf(status, facts);
		return invocations.some(({ at }) => ends.every((end) => at > end));
	});
}

/** ISO times at which earlier satisfactions were completed, used up or outdated. */
function endsOf(status: Status, { session, state }: CompletionFacts): string[] {
	const stored = storedOf(state, status.requirement.name);
	const entry = entryOf(stored, session);
	const ends = [currentEnd(status), entry?.spent_at, entry?.cleared_at, stored?.cleared_at];
	return ends.filter((end) => end !== undefined);
}

function currentEnd({ reason, satisfaction }: Status): string | undefined {
	switch (reason) {
		case 'stale':
			return satisfaction?.stale_since;
		case 'expired':
			return satisfaction?.expires_at;
		case 'satisfied':
		case 'left':
			return satisfaction?.metadata?.['completed'] === undefined
				? undefined
				: satisfaction.satisfied_at;
		default:
			return undefined;
	}
}

/** The turn that ends. */
interface Turn extends CompletionFacts {
	readonly prompt: string | undefined;
	/** Milliseconds since the epoch. */
	readonly at: number;
}

/**
 * Skills with `satisfy_on: done` that were invoked in the turn that now ends normally: they are
 * completed, unless what they satisfied was spent, outdated or taken back since (D39). Where the host
 * names no prompt, nothing can be told and nothing is satisfied. `satisfy_on: evidence` asks for more than that.
 */
export function completedSkills(statuses: readonly Status[], turn: Turn): BranchChange[] {
	const { lines, prompt, session, at } = turn;
	if (prompt === undefined) return [];
	const waiting = statuses.filter(({ requirement }) => requirement.satisfyOn === 'done');
	const invoked = ofKind(lines, 'skill').filter(({ p }) => p === prompt);
	const skills = new Map(invoked.map(({ skill, by }) => [skill, by]));
	return [...skills].flatMap(([skill, by]) => {
		const open = completable(waiting, skill, turn).map(({ requirement }) => requirement);
		const metadata = { skill, invoked_by: by, completed: 'turn' };
		return satisfyChanges(satisfiedBySkill(open, skill), { session, at, by: 'skill', metadata });
	});
}
