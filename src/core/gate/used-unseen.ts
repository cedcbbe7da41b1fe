import { type JournalLine, ofKind } from '../journal/line.ts';
import type { Standing } from '../requirement/standing.ts';
import { isSpendable } from './verdict.ts';

/** The call that is judged now. */
export interface JudgedCall {
	/** `tool_use_id`. */
	readonly call: string | undefined;
	readonly branch: string;
	/** The commit the branch stands at; `undefined` where it cannot be told. */
	readonly commit: string | undefined;
}

/**
 * Marks single-use satisfactions that an earlier call has used although the host never said that it
 * succeeded (`git commit; false` fails as a whole): it was let through on them, and the branch stands
 * elsewhere since (D31).
 */
export function usedUnseen(
	standings: readonly Standing[],
	lines: readonly JournalLine[],
	judged: JudgedCall,
): Standing[] {
	const { call, branch, commit } = judged;
	const earlier = ofKind(lines, 'checked').filter(
		(line) => line.branch === branch && line.call !== call && hasMoved(line.commit, commit),
	);
	return standings.map((standing) => {
		const since = standing.satisfaction?.satisfied_at ?? '';
		const isUsed = earlier.some(
			({ at, names }) => at >= since && names.includes(standing.requirement.name),
		);
		return isUsed && isSpendable(standing)
			? { ...standing, satisfied: false, reason: 'used' }
			: standing;
	});
}

function hasMoved(then: string | undefined, now: string | undefined): boolean {
	return then !== undefined && now !== undefined && then !== now;
}
