import type { SessionRecord } from '../session-record/schema.ts';
import { codeSections } from './codes.ts';

/** What seed 001 stores of a session: `req session export --format codes-json` (S1-003). */
export interface CodesJson {
	readonly session_id: string;
	readonly project: string;
	readonly timestamp: string;
	readonly files: readonly string[];
	readonly functions: readonly string[];
	readonly decisions: readonly string[];
	readonly blockers: readonly string[];
	readonly next_actions: readonly string[];
	readonly metadata: { readonly expires_at: string };
}

/** A session's codes in the seed's own shape, every one of them. Its open tasks are next steps (S1-008). */
export function codesJson(record: SessionRecord): CodesJson {
	const { files, functions, decisions, blockers, next } = codeSections([withOpenTasks(record)]);
	return {
		session_id: record.uuid,
		project: record.project,
		timestamp: record.last_activity,
		files,
		functions,
		decisions,
		blockers,
		next_actions: next,
		metadata: { expires_at: record.expires_at },
	};
}

/** The record with its open tasks among the next steps: where codes stand alone, they are the only place for them. */
export function withOpenTasks(record: SessionRecord): SessionRecord {
	const titles = record.pending_tasks.map(({ title }) => title);
	const { activity } = record;
	const nextActions = [...activity.next_actions, ...titles];
	return { ...record, activity: { ...activity, next_actions: nextActions } };
}
