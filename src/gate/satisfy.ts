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

/** Who satisfied something, when (milliseconds since the epoch), and with what evidence. */
interface Satisfier {
	readonly session: Session;
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
	return requirements.map(({ name, scope, ttl: own }) => {
		const lasts = ttl ?? own;
		const expires_at = lasts === undefined ? undefined : new Date(at + lasts).toISOString();
		return { op: 'satisfy', name, scope, session, at: time, by, metadata, expires_at };
	});
}

/** The session, the state and the session's own journal. */
interface CompletionFacts {
	readonly session: Session;
	readonly state: BranchState | undefined;
	readonly lines: readonly JournalLine[];
}

/**
 * Requirements that one more `req done SKILL` may satisfy: the skill was invoked in this session after the last
 * satisfaction was completed, consumed, cleared or outdated. One review does not cover two commits (D31, D39).
 */
export function completable(
	statuses: readonly Status[],
	skill: string,
	{ session, state, lines }: CompletionFacts,
): Status[] {
	const invoked = ofKind(lines, 'skill').filter((line) => line.skill === skill);
	return statuses.filter(({ requirement, reason, satisfaction }) => {
		const stored = storedOf(state, requirement.name);
		const entry = entryOf(stored, session);
		const { stale_since, expires_at, satisfied_at, metadata } = satisfaction ?? {};
		const isCompleted = reason !== 'approved' && metadata?.['completed'] !== undefined;
		const ends = [
			reason === 'stale' ? stale_since : undefined,
			reason === 'expired' ? expires_at : undefined,
			isCompleted ? satisfied_at : undefined,
			...[entry?.spent_at, entry?.cleared_at, stored?.cleared_at],
		];
		return invoked.some(({ at }) => ends.every((end) => end === undefined || at > end));
	});
}

/**
 * Skills with `satisfy_on: done` that were invoked in the turn that now ends normally: they are completed, unless what they
 * satisfied was consumed, outdated or cleared since (D39). Without the id of a prompt nothing is known of the turn and
 * nothing is satisfied. `satisfy_on: evidence` asks for more than that.
 */
export function completedSkills(
	statuses: readonly Status[],
	turn: CompletionFacts & { readonly prompt: string | undefined; readonly at: number },
): BranchChange[] {
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
