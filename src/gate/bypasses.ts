import { type JournalLine, ofKind, withoutSettled } from '../core/journal/line.ts';
import { holdsEdit } from './asks.ts';
import type { Standing } from './standing.ts';

/** Unmet standings with what calls of the session changed past them on this branch, since they were armed. */
export function withBypasses(
	standings: readonly Standing[],
	lines: readonly JournalLine[],
	branch: string,
): readonly Standing[] {
	const here = ofKind(withoutSettled(lines), 'bypassed').filter((one) => one.branch === branch);
	if (here.length === 0) return standings;
	return standings.map((standing) => {
		const { requirement, satisfied, satisfaction, triggeredAt = '' } = standing;
		const since = satisfaction?.satisfied_at ?? '';
		const own = here.filter(
			({ names, at }) => names.includes(requirement.name) && at >= triggeredAt && at > since,
		);
		const last = own.at(-1);
		if (satisfied || last === undefined) return standing;
		const paths = [...new Set(own.flatMap((one) => one.paths))];
		const held = paths.filter((path) => holdsEdit(requirement, path));
		return { ...standing, bypass: { at: last.at, paths: held } };
	});
}
