import { type JournalLine, ofKind, withoutSettled } from '../core/journal/line.ts';
import { blocksEdit } from './concerns.ts';
import type { Status } from './status.ts';

/** Unmet statuses with what calls of the session changed past them on this branch, since they were armed. */
export function withBypasses(
	statuses: readonly Status[],
	lines: readonly JournalLine[],
	branch: string,
): readonly Status[] {
	const here = ofKind(withoutSettled(lines), 'bypassed').filter((one) => one.branch === branch);
	if (here.length === 0) return statuses;
	return statuses.map((status) => {
		const { requirement, satisfied, satisfaction, consumed, triggeredAt = '' } = status;
		const since = satisfaction?.satisfied_at ?? consumed?.at ?? '';
		const own = here.filter(
			({ names, at }) => names.includes(requirement.name) && at >= triggeredAt && at > since,
		);
		const last = own.at(-1);
		if (satisfied || last === undefined) return status;
		const paths = [...new Set(own.flatMap((one) => one.paths))];
		const held = paths.filter((path) => blocksEdit(requirement, path));
		return { ...status, bypass: { at: last.at, paths: held } };
	});
}
