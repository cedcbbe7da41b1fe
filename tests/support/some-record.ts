import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { type NotesLine, noteId } from '../../src/memory/notes.ts';
import type { SessionRecord } from '../../src/memory/record.ts';
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
export function someRecord(uuid: string, { days = 1, activity, ...more }: Different): SessionRecord {
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
		...{ previous: null, parent: null, continued_by: null },
		...{ continuations: [], restorations: [], pins: [], insights: [], candidates: [] },
		activity: {
			...{ files: [], functions: [], completed: [], completed_at: [], blockers: [] },
			...{ next_actions: [], next_actions_at: [], unmet: [], failed: [], failures: [] },
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

/** Stores records, and the notes and tasks that they hold, where the hooks of a repository store them; archived ones in the archive. */
export function plantRecords(repo: string, ...records: readonly SessionRecord[]): void {
	for (const record of records) {
		const folder = record.status === 'archived' ? 'archive/' : '';
		const path = `.git/requirements/sessions/${folder}${record.uuid}.json`;
		const pending_tasks = record.pending_tasks.map((task) => {
			const { key: session, branch, user, last_activity: created_at } = record;
			return { ...{ session, branch, user, source: 'req', created_at }, ...task };
		});
		writeIn(repo, path, JSON.stringify({ ...record, pending_tasks }));
		plantNotes(repo, linesOf(record));
		plantTasks(repo, pending_tasks);
	}
}

/** Puts tasks into the list of a repository that has none. */
function plantTasks(repo: string, tasks: readonly object[]): void {
	const path = '.git/requirements/tasks.json';
	if (tasks.length === 0 || existsSync(join(repo, path))) return;
	writeIn(repo, path, JSON.stringify({ schema_version: 1, last: tasks.length, tasks }));
}

/** Adds lines to the notes of a repository. */
function plantNotes(repo: string, lines: readonly NotesLine[]): void {
	if (lines.length === 0) return;
	const path = '.git/requirements/notes.jsonl';
	if (!existsSync(join(repo, path))) writeIn(repo, path, '');
	appendFileSync(join(repo, path), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

/** What a session said, as its commands left it. */
export function linesOf(record: SessionRecord): NotesLine[] {
	const { uuid: session, branch, user, activity, channel } = record;
	const files = activity.files.map(({ path }) => path);
	const nested = channel === 'nested' ? true : undefined;
	const op = 'note' as const;
	const who = { op, session, branch, user, files, nested };
	const insights = record.insights.flatMap((insight): NotesLine[] => {
		const { created_at: at, superseded_by: by, ...more } = insight;
		const said = { ...more, at, source: insight.source as 'user', ...who };
		return by === undefined ? [said] : [said, { at, op: 'supersede', id: insight.id, by }];
	});
	const own = record.pins.filter(({ origin }) => origin === undefined);
	const pins = own.map(({ id: pinId, label, content: text, importance, pinned_at: at }): NotesLine => {
		const id = pinId ?? noteId({ kind: 'pin', label, text, branch });
		const critical = importance === 'critical' || undefined;
		return { ...who, at, source: 'agent', id, kind: 'pin', label, text, critical };
	});
	const steps = activity.next_actions.map((text, n): NotesLine => {
		const at = activity.next_actions_at?.[n] ?? record.last_activity;
		const id = noteId({ kind: 'next', label: undefined, text, branch });
		return { ...who, at, source: 'agent', id, kind: 'next', text };
	});
	const blockers = activity.blockers.flatMap(({ type: label, text, at, source, resolved }): NotesLine[] => {
		const id = noteId({ kind: 'blocker', label, text, branch });
		const said = {
			...who,
			at,
			source: source as 'user',
			id,
			kind: 'blocker' as const,
			label,
			text,
		};
		return resolved === true ? [said, { at, op: 'resolve', id, how: 'done' }] : [said];
	});
	return [...insights, ...pins, ...steps, ...blockers];
}
