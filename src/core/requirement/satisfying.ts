import { type BranchChange, ownerOf, type SatisfiedBy } from '../branch-state/schema.ts';
import type { Requirement } from '../config/config.ts';
import { bareSkillName } from '../config/skill-name.ts';
import { factOf } from '../requirement-type/type-table.ts';
import type { Session } from '../session/session-id.ts';

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
	readonly metadata: Readonly<Record<string, unknown>>;
	/** Milliseconds until it ends; absent: each requirement's own `ttl`. */
	readonly ttl?: number | undefined;
}

/** The change that records a satisfaction of these requirements; none for an empty list. */
export function satisfyChange(
	requirements: readonly Requirement[],
	{ session, at, by, metadata, ttl }: Satisfier,
): BranchChange[] {
	if (requirements.length === 0) return [];
	const names = requirements.map((requirement) => {
		const { name, scope } = requirement;
		const lasts = ttl ?? requirement.ttl;
		if (lasts === undefined) return { name, scope };
		return { name, scope, expires_at: new Date(at + lasts).toISOString() };
	});
	const time = new Date(at).toISOString();
	return [{ op: 'satisfy', at: time, ...ownerOf(session), names, by, metadata: { ...metadata } }];
}
