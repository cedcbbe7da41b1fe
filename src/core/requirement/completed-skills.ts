import type { BranchChange } from '../branch-state/change.ts';
import type { Requirement } from '../config/config.ts';
import { type LineOf, ofKind } from '../journal/fold.ts';
import type { JournalLine } from '../journal/line.ts';
import type { Session } from '../session/session-id.ts';
import { satisfiedBySkill, satisfyChange } from './satisfying.ts';

/** The turn that ends. */
export interface Turn {
	readonly session: Session;
	readonly prompt: string | undefined;
	/** Milliseconds since the epoch. */
	readonly at: number;
}

/**
 * Skills with `satisfy_on: done` that were invoked in the turn that now ends normally: they are
 * completed (D39). Where the host names no prompt, nothing can be told and nothing is satisfied.
 */
export function completedSkills(
	lines: readonly JournalLine[],
	requirements: readonly Requirement[],
	{ session, prompt, at }: Turn,
): BranchChange[] {
	const waiting = requirements.filter(({ satisfyOn }) => satisfyOn === 'done');
	if (waiting.length === 0 || prompt === undefined) return [];
	const invoked = ofKind(lines, 'skill').filter(({ p }) => p === prompt);
	return latestOfEach(invoked).flatMap(({ skill, by }) => {
		const metadata = { skill, invoked_by: by, completed: 'turn' };
		const satisfier = { session, at, by: 'skill' as const, metadata, ttl: undefined };
		return satisfyChange(satisfiedBySkill(waiting, skill), satisfier);
	});
}

function latestOfEach(lines: readonly LineOf<'skill'>[]): LineOf<'skill'>[] {
	return [...new Map(lines.map((line) => [line.skill, line])).values()];
}
