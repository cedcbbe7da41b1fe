import { NO_ACTIVITY } from './activity.ts';
import { linesOfKind, type RecordLine } from './lines.ts';
import type { SessionRecord } from './schema.ts';

/** What the lines do not tell: under which key the session is filed, and whose sessions these are. */
export interface RecordFacts {
	readonly key: string;
	/** Full id: lines of other ids are not of this session. */
	readonly uuid: string;
	/** Where the start line does not say. */
	readonly user: string;
	readonly root: string;
}

/** The record of a session that has only started; `undefined` where no line says that it did. */
export function newRecord(
	lines: readonly RecordLine[],
	facts: RecordFacts,
): SessionRecord | undefined {
	const start = linesOfKind(lines, 'start')[0];
	if (start === undefined) return undefined;
	const { at, cwd, branch } = start;
	const root = start.root ?? facts.root;
	return {
		schema_version: 1,
		key: facts.key,
		uuid: facts.uuid,
		user: start.user ?? facts.user,
		channel: start.channel ?? 'cli',
		project: lastPartOf(root),
		root,
		cwd,
		branch,
		started_at: at,
		last_activity: at,
		ended_at: null,
		status: 'active',
		expires_at: at,
		...{ previous: null, parent: null, continued_by: null, continuations: [], lineage: [] },
		...{ restorations: [], pins: [], insights: [], activity: NO_ACTIVITY, notes: [] },
		...{ terms: {}, hot_topics: [], active_projects: [], pending_tasks: [] },
		...{ recent_learnings: [], confidence_updates: [], sop_interactions: [] },
		journal_bytes: 0,
	};
}

/** `app` of `/home/u/app`. */
export function lastPartOf(path: string): string {
	return path.split(/[/\\]/).findLast((part) => part !== '') ?? path;
}
