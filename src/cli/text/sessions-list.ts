import type { ListedSession } from '../../app/commands/sessions-list.ts';
import { oneLine } from '../../core/text/one-line.ts';
import { columns } from './columns.ts';
import { minute } from './time.ts';

const HEAD = ['KEY', 'STATUS', 'BRANCH', 'STARTED', 'CWD'];

/** Sessions as a table. `all`: those of every repository were asked for. */
export function sessionsListText(sessions: readonly ListedSession[], all: boolean): string {
	if (sessions.length === 0) return `no session is registered${all ? '' : ' in this repository'}`;
	const rows = sessions.map(({ key, status, entry }) => [
		oneLine(key),
		status,
		oneLine(entry.branch),
		minute(entry.started_at),
		oneLine(entry.cwd),
	]);
	return columns([HEAD, ...rows]).join('\n');
}

/** The fixed keys of `req sessions list --json`; absent values are null (D37). */
export function sessionsListJson(sessions: readonly ListedSession[]): object[] {
	return sessions.map(({ key, status, entry }) => ({
		key,
		uuid: entry.uuid,
		name: null,
		branch: entry.branch,
		status,
		started_at: entry.started_at,
		ended_at: null,
		learnings: null,
		cwd: entry.cwd,
	}));
}
