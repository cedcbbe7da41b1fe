import type { BranchChange } from '../branch-state/change.ts';
import { ofKind } from '../journal/line.ts';
import { type CompletionFacts, completable } from './completion.ts';
import { satisfiedBySkill, satisfyChange } from './satisfying.ts';
import type { Standing } from './standing.ts';

/** The turn that ends. */
export interface Turn extends CompletionFacts {
	readonly prompt: string | undefined;
	/** Milliseconds since the epoch. */
	readonly at: number;
}

/**
 * Skills with `satisfy_on: done` that were invoked in the turn that now ends normally: they are
 * completed, unless what they satisfied was spent, outdated or taken back since (D39). Where the host
 * names no prompt, nothing can be told and nothing is satisfied. `satisfy_on: evidence` asks for more than that.
 */
export function completedSkills(standings: readonly Standing[], turn: Turn): BranchChange[] {
	const { lines, prompt, session, at } = turn;
	if (prompt === undefined) return [];
	const waiting = standings.filter(({ requirement }) => requirement.satisfyOn === 'done');
	const invoked = ofKind(lines, 'skill').filter(({ p }) => p === prompt);
	const skills = new Map(invoked.map(({ skill, by }) => [skill, by]));
	return [...skills].flatMap(([skill, by]) => {
		const open = completable(waiting, skill, turn).map(({ requirement }) => requirement);
		const metadata = { skill, invoked_by: by, completed: 'turn' };
		const satisfier = { session, at, by: 'skill' as const, metadata, ttl: undefined };
		return satisfyChange(satisfiedBySkill(open, skill), satisfier);
	});
}
