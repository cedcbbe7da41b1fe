import { type Config, type Requirement, remembers } from '../config/config.ts';
import { bareSkillName } from '../config/skill-name.ts';
import type { Session } from '../host/session-id.ts';
import type { JournalEntry, JournalLine } from '../journal/entries.ts';
import { ofKind } from '../journal/lines.ts';
import { type BranchState, entryOf, type SatisfiedBy, storedOf } from '../state/branch-state.ts';
import type { BranchChange } from '../state/changes.ts';
import { factOf } from './requirement-types.ts';
import type { Status } from './status.ts';

/** Requirements that a skill satisfies. */
export function satisfiedBySkill(requirements: readonly Requirement[], skill: string): Requirement[] {
	const name = bareSkillName(skill.trim());
	return requirements.filter((one) => factOf(one) === undefined && one.skills.includes(name));
}

/** The changes that record a satisfaction of these requirements. */
export function satisfyChanges(
	requirements: readonly Requirement[],
	satisfier: {
		readonly session: Session;
		/** Milliseconds since the epoch. */
		readonly at: number;
		readonly by: SatisfiedBy;
		readonly metadata?: Readonly<Record<string, unknown>>;
		/** Milliseconds until it ends; absent: each requirement's own `ttl`. */
		readonly ttl?: number | undefined;
	},
): BranchChange[] {
	const { session, by, metadata } = satisfier;
	const at = new Date(satisfier.at).toISOString();
	return requirements.map(({ name, scope, ttl: own }) => {
		const ttl = satisfier.ttl ?? own;
		const end = ttl === undefined ? undefined : new Date(satisfier.at + ttl);
		const expires_at = end?.toISOString();
		return { op: 'satisfy', name, scope, session, at, by, metadata, expires_at };
	});
}

/** What changes satisfy, for the journal of a session that is remembered: an entry for each way. */
export function satisfiedEntries(config: Config, changes: readonly BranchChange[]): JournalEntry[] {
	if (!remembers(config)) return [];
	const ways = new Map<string, string[]>();
	for (const change of changes) {
		if (change.op !== 'satisfy') continue;
		ways.set(change.by, [...(ways.get(change.by) ?? []), change.name]);
	}
	return [...ways].map(([by, names]) => ({ e: 'satisfied', names, by }));
}

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
	const invoked = ofKind(lines, 'skill').findLast((line) => line.skill === skill)?.at ?? '';
	return statuses.filter(({ requirement, reason, satisfaction }) => {
		const stored = storedOf(state, requirement.name);
		const entry = entryOf(stored, session);
		const { stale_since, expires_at, satisfied_at, metadata } = satisfaction ?? {};
		const isCompleted = reason !== 'approved' && metadata?.['completed'] !== undefined;
		const ends = [entry?.spent_at, entry?.cleared_at, stored?.cleared_at];
		if (reason === 'stale') ends.push(stale_since);
		if (reason === 'expired') ends.push(expires_at);
		if (isCompleted) ends.push(satisfied_at);
		return ends.every((end = '') => invoked > end);
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
	const asked = statuses.filter(({ requirement }) => requirement.satisfyOn === 'done');
	const invoked = ofKind(lines, 'skill').filter(({ p }) => p !== undefined && p === prompt);
	const skills = new Map(invoked.map(({ skill, by }) => [skill, by]));
	return [...skills].flatMap(([skill, by]) => {
		const open = completable(asked, skill, turn).map(({ requirement }) => requirement);
		const metadata = { skill, invoked_by: by, completed: 'turn' };
		return satisfyChanges(satisfiedBySkill(open, skill), { session, at, by: 'skill', metadata });
	});
}
