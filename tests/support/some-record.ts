import type { SessionRecord } from '../../src/core/session-record/schema.ts';
import { writeIn } from './git-repo.ts';

const DAY = 86_400_000;

/** What is different about a record; `activity` is merged. */
export interface Different extends Partial<Omit<SessionRecord, 'activity'>> {
	readonly activity?: Partial<SessionRecord['activity']>;
	/** Days since its last activity. */
	readonly days?: number;
}

/** The time so many days ago, as documents write it. */
export function daysAgo(days: number): string {
	return new Date(Date.now() - days * DAY).toISOString();
}

/** A valid record of a session of user ana that worked for an hour on `feature/x` and ended. */
export function someRecord(
	uuid: string,
	{ days = 1, activity, ...more }: Different,
): SessionRecord {
	const ended = daysAgo(days);
	return {
		schema_version: 1,
		key: uuid.slice(0, 8),
		uuid,
		user: 'ana',
		channel: 'cli',
		project: 'repo',
		root: '/repo',
		cwd: '/repo',
		branch: 'feature/x',
		started_at: daysAgo(days + 1 / 24),
		last_activity: ended,
		ended_at: ended,
		end_reason: 'other',
		status: 'complete',
		expires_at: daysAgo(days - 7),
		...{ previous: null, parent: null, continued_by: null },
		...{ continuations: [], lineage: [], restorations: [], pins: [], insights: [] },
		activity: {
			...{ files: [], functions: [], completed: [], next_actions: [], blockers: [] },
			...{ turns: 1, tools: {}, skills: [], commits: [] },
			...activity,
		},
		...{ notes: [], terms: {}, hot_topics: [], active_projects: [], pending_tasks: [] },
		...{ recent_learnings: [], confidence_updates: [], sop_interactions: [] },
		journal_bytes: 0,
		...more,
	};
}

/** Something learned a month ago, which a session may be told. */
export function someInsight(
	id: string,
	text: string,
	more: Partial<SessionRecord['insights'][number]> = {},
): SessionRecord['insights'][number] {
	return {
		...{ id, kind: 'warning', text, confidence: 1 },
		...{ source: 'agent', created_at: daysAgo(30), ...more },
	};
}

/** Stores records where the hooks of a repository store them; archived ones in the archive. */
export function plantRecords(repo: string, ...records: readonly SessionRecord[]): void {
	for (const record of records) {
		const folder = record.status === 'archived' ? 'archive/' : '';
		const path = `.git/requirements/sessions/${folder}${record.key}.json`;
		writeIn(repo, path, JSON.stringify(record));
	}
}
