import type { SessionRecord } from './schema.ts';

/**
 * A session as `req session export --format seed` has it: of the blockers those that still block.
 *
 * @param now milliseconds since the epoch
 */
export function toContext(record: SessionRecord, now: number) {
	const { activity, insights } = record;
	return {
		id: record.uuid,
		project: record.project,
		phase: record.phase ?? null,
		completed: activity.completed,
		next_actions: activity.next_actions,
		decisions: insights
			.filter(({ kind }) => kind === 'decision')
			.map(({ text, why }) => ({ choice: text, why: why ?? null })),
		blockers: activity.blockers
			.filter(({ resolved }) => resolved !== true)
			.map(({ type, text }) => `${type}:${text}`),
		files_modified: activity.files.map(({ path }) => path),
		key_functions: activity.functions,
		timestamp: record.last_activity,
		expires: record.expires_at,
		status: statusOf(record, now),
	};
}

function statusOf({ closed, expires_at: expiresAt }: SessionRecord, now: number) {
	if (closed === true) return 'completed';
	return now > Date.parse(expiresAt) ? 'expired' : 'active';
}

/** Whether a session said what it understood of its inheritance, in the seed's shape; `undefined`: nobody asked. */
export function validationOf({ comprehension }: Pick<SessionRecord, 'comprehension'>) {
	if (comprehension === undefined) return undefined;
	const { required, present, warning, at } = comprehension;
	return { comprehension_check: { required, present, warning }, timestamp: at };
}
