import type { NewEvent } from '../event/event.ts';
import { type JournalLine, type LineOf, ofKind } from '../journal/line.ts';
import type { TaskChange } from '../task/tasks.ts';
import type { FoldStep } from './fold.ts';
import type { SessionRecord } from './schema.ts';

/**
 * What lines that were folded just now say to the events: requirements that were satisfied or stood in the
 * way, the session found dead, and, when it has ended, that it was captured. A second word of one end,
 * by another start that found the session dead at the same time, says nothing new.
 */
export function eventsOf({ before, doc: record, lines }: FoldStep): NewEvent[] {
	const last = lines.findLast(({ e }) => e === 'end' || e === 'crashed');
	const isNew = record.ended_at !== null && record.ended_at !== before?.ended_at;
	const end = isNew ? last : undefined;
	const told = lines.flatMap((line) => {
		const event = requirementEvent(record, line);
		return event === undefined ? [] : [{ ...event, at: line.at }];
	});
	if (end === undefined) return told;
	const closing = [
		...(record.crash_recovered === true ? [recovered(record)] : []),
		captured(record),
	];
	return [...told, ...closing.map((event) => ({ ...event, at: end.at }))];
}

function requirementEvent(
	{ uuid, branch }: SessionRecord,
	line: JournalLine,
): NewEvent | undefined {
	if (line.e === 'satisfied') {
		const data = { requirements: line.names, by: line.by, branch };
		return { name: 'requirement_satisfied', session: uuid, data };
	}
	if (line.e !== 'refuse' || line.warned === true) return undefined;
	const data = { requirements: line.names, tool: line.tool, branch: line.branch };
	return { name: 'requirement_blocked', session: uuid, data };
}

function recovered({ uuid, last_activity }: SessionRecord): NewEvent {
	const data = { session_id: uuid, ended_at: last_activity };
	return { name: 'session_crash_recovered', session: uuid, data };
}

/** The event that says how much of a session is kept. Suppositions are no learnings (D26). */
export function captured({ uuid, pins, recent_learnings, pending_tasks }: SessionRecord): NewEvent {
	return {
		name: 'session_captured',
		session: uuid,
		data: {
			session_id: uuid,
			pin_count: pins.length,
			learning_count: recent_learnings.length,
			task_count: pending_tasks.length,
		},
	};
}

/**
 * What a session's lines change in `tasks.json`: the client's own tasks; `req task` writes its own there itself.
 * A line that names a task and says no more of it may follow those that did: its status is what the record knows.
 */
export function taskChangesOf(
	{ key, branch, user, pending_tasks, settled_tasks }: SessionRecord,
	lines: readonly JournalLine[],
): TaskChange[] {
	const known = new Map(
		[...(settled_tasks ?? []), ...pending_tasks].map((task) => [task.id, task]),
	);
	const statusOf = ({ id, title, status, stage }: LineOf<'task'>) =>
		title === undefined || stage !== undefined ? status : (status ?? known.get(id)?.status);
	return ofKind(lines, 'task')
		.filter(({ source }) => source !== 'req')
		.map((line) => {
			const { e: _e, s: _s, p: _p, branch: own, ...said } = line;
			const owner = { branch: own ?? branch, session: key, user };
			return { op: 'put', ...said, status: statusOf(line), ...owner };
		});
}
