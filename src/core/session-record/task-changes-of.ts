import type { TaskChange } from '../task/schema.ts';
import { linesOfKind, type RecordLine, type RecordLineOf } from './lines.ts';
import type { SessionRecord } from './schema.ts';

/**
 * What a session's lines change in `tasks.json`: the client's own tasks; `req task` writes its own there itself.
 * A line that names a task and says no more of it may follow those that did: its status is what the record knows.
 */
export function taskChangesOf(
	{ key, branch, user, pending_tasks, settled_tasks }: SessionRecord,
	lines: readonly RecordLine[],
): TaskChange[] {
	const known = new Map(
		[...(settled_tasks ?? []), ...pending_tasks].map((task) => [task.id, task]),
	);
	const statusOf = ({ id, title, status, stage }: RecordLineOf<'task'>) =>
		title === undefined || stage !== undefined ? status : (status ?? known.get(id)?.status);
	return linesOfKind(lines, 'task')
		.filter(({ source }) => source !== 'req')
		.map((line) => ({ ...line, status: statusOf(line) }))
		.map(({ at, id, title, status, stage, flagged, source, branch: own }) => ({
			op: 'put',
			at,
			id,
			...(title === undefined ? {} : { title }),
			...(status === undefined ? {} : { status }),
			...(stage === undefined ? {} : { stage }),
			...(flagged === undefined ? {} : { flagged }),
			branch: own ?? branch,
			...{ session: key, user },
			source,
		}));
}
