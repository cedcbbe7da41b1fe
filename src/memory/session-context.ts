import type { Continuity } from '../config/settings.ts';
import { expiresAt, type SessionRecord } from './record.ts';

/**
 * A session as `req session export --format seed` prints it; of its blockers those that still block.
 *
 * @param now milliseconds since the epoch
 */
export function toContext(
	record: SessionRecord,
	now: number,
	continuity: Pick<Continuity, 'lookbackDays'>,
) {
	const { activity, insights } = record;
	const decisions = insights.filter(({ kind }) => kind === 'decision');
	const blockers = activity.blockers.filter(({ resolved }) => resolved !== true);
	const expires = expiresAt(record, continuity);
	const unclosed = now > Date.parse(expires) ? 'expired' : 'active';
	return {
		id: record.uuid,
		project: record.project,
		phase: record.phase ?? null,
		completed: activity.completed,
		next_actions: activity.next_actions,
		decisions: decisions.map(({ text, why }) => ({ choice: text, why: why ?? null })),
		blockers: blockers.map(({ type, text }) => `${type}:${text}`),
		files_modified: activity.files.map(({ path }) => path),
		key_functions: activity.functions,
		timestamp: record.last_activity,
		expires,
		status: record.closed === true ? 'completed' : unclosed,
	};
}
