import { type JournalLine, ofKind } from '../journal/line.ts';
import type { Standing } from '../requirement/standing.ts';

/**
 * Unmet standings with why the last run of what they wait for does not count, where it came after what
 * armed them, after the satisfaction that no longer counts, and after the tests that failed last.
 */
export function withUncounted(
	unmet: readonly Standing[],
	lines: readonly JournalLine[],
	branch: string,
): Standing[] {
	const sinceFailure = lines.slice(lines.findLastIndex(({ e }) => e === 'failed') + 1);
	const told = ofKind(sinceFailure, 'uncounted').filter((line) => line.branch === branch);
	return unmet.map((standing) => {
		const { requirement, satisfaction, triggeredAt } = standing;
		const since = [satisfaction?.satisfied_at ?? '', triggeredAt ?? ''].sort().at(-1) ?? '';
		const last = told.findLast(({ names }) => names.includes(requirement.name));
		return last === undefined || last.at < since ? standing : { ...standing, uncounted: last.why };
	});
}
