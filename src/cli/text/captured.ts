import type { SessionRecord } from '../../core/session-record/schema.ts';
import { counted } from '../../core/text/counted.ts';

/** What is kept of a session, in numbers. */
export function capturedText(record: SessionRecord): string {
	const { pins, insights, tasks, files, next_actions, blockers } = capturedJson(record);
	const parts = [
		counted(pins, 'pin'),
		counted(insights, 'insight'),
		counted(tasks, 'task'),
		counted(files, 'file'),
		counted(next_actions, 'next step'),
		counted(blockers, 'blocker'),
	];
	return `session ${record.key} is captured: ${parts.join(', ')}`;
}

/** The same for scripts. */
export function capturedJson({
	key,
	uuid,
	pins,
	recent_learnings,
	pending_tasks,
	activity,
}: SessionRecord) {
	return {
		...{ key, uuid },
		pins: pins.length,
		insights: recent_learnings.length,
		tasks: pending_tasks.length,
		files: activity.files.length,
		next_actions: activity.next_actions.length,
		blockers: activity.blockers.filter(({ resolved }) => resolved !== true).length,
	};
}
