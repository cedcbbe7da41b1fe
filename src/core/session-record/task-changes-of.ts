import type { TaskChange } from '../task/schema.ts';
import { linesOfKind, type RecordLine } from './lines.ts';
import type { SessionRecord } from './schema.ts';

/** What a session's lines change in `tasks.json`: the client's own tasks; `req task` writes its own there itself. */
export function taskChangesOf(
	{ key, branch }: Pick<SessionRecord, 'key' | 'branch'>,
	lines: readonly RecordLine[],
): TaskChange[] {
	return linesOfKind(lines, 'task')
		.filter(({ source }) => source !== 'req')
		.map(({ at, id, title, status, stage, flagged, source, branch: own }) => ({
			op: 'put',
			at,
			id,
			...(title === undefined ? {} : { title }),
			...(status === undefined ? {} : { status }),
			...(stage === undefined ? {} : { stage }),
			...(flagged === undefined ? {} : { flagged }),
			branch: own ?? branch,
			session: key,
			source,
		}));
}
