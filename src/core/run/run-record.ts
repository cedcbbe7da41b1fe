import type { Task } from '../task/schema.ts';
import type { RunItem, RunRecord } from './schema.ts';

/** An item before any session was started for it. */
export function waitingItem({ title }: Pick<Task, 'title'>, cwd: string): RunItem {
	return {
		...{ status: 'waiting', title, session_uuid: null, cwd, resumed: false, attempts: 0 },
		...{ error: null, started_at: null, ended_at: null, duration_s: null, turns: null },
		...{ base_commit: null, last_findings: null },
	};
}

/** The run with one item changed. */
export function withItem(run: RunRecord, key: string, change: Partial<RunItem>): RunRecord {
	const item = run.items[key];
	if (item === undefined) return run;
	return { ...run, items: { ...run.items, [key]: { ...item, ...change } } };
}

/** Whether every item came to what it should. */
export function hasSucceeded({ items }: Pick<RunRecord, 'items'>): boolean {
	return Object.values(items).every(({ status }) => status === 'success');
}
