import type { SessionRecord } from './record.ts';

/** A session as `req session export --format seed` has it. */
interface SessionContext {
	readonly id: string;
	readonly project: string;
	readonly phase: string | null;
	readonly completed: readonly string[];
	readonly next_actions: readonly string[];
	readonly decisions: readonly { readonly choice: string; readonly why: string | null }[];
	readonly blockers: readonly string[];
	readonly files_modified: readonly string[];
	readonly key_functions: readonly string[];
	readonly timestamp: string;
	readonly expires: string;
	readonly status: 'active' | 'completed' | 'expired';
}

/**
 * A view of a record: of the blockers those that still block.
 *
 * @param now milliseconds since the epoch
 */
export function toContext(record: SessionRecord, now: number): SessionContext {
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

function statusOf(
	{ closed, expires_at: expiresAt }: SessionRecord,
	now: number,
): SessionContext['status'] {
	if (closed === true) return 'completed';
	return now > Date.parse(expiresAt) ? 'expired' : 'active';
}

/** Whether a session said what it understood of its inheritance, in the seed's shape; `undefined`: nobody asked. */
export function validationOf({ comprehension }: Pick<SessionRecord, 'comprehension'>) {
	if (comprehension === undefined) return undefined;
	const { required, present, warning, at } = comprehension;
	return { comprehension_check: { required, present, warning }, timestamp: at };
}
