import type { Pin } from '../../src/journal/work.ts';
import type { Source } from '../../src/memory/choose-sources.ts';
import type { Insight, SessionRecord } from '../../src/memory/record.ts';
import type { RestoreFacts } from '../../src/memory/restoration.ts';
import type { Task } from '../../src/memory/tasks.ts';
import { DEFAULT_CONTINUITY } from './some-continuity.ts';
import { type Different, someRecord } from './some-record.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
export const hoursAgo = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString();

/** Where something is restored, on `feature/x` at a fixed time. */
export const facts: RestoreFacts = {
	...{ now: NOW, branch: 'feature/x', mode: 'auto', own: [], tasks: undefined },
	...{ user: 'ana', self: 'me' },
	live: new Set(),
	documents: undefined,
	continuity: DEFAULT_CONTINUITY,
	...{ isRead: () => false, outdated: () => '', uncommitted: [] },
};

/** A record of a session that was last at work so many hours before. */
export const record = (key: string, { hours = 24, ...more }: Different & { hours?: number } = {}) =>
	someRecord(`${key.repeat(8)}-0000-4000-8000-000000000001`, {
		last_activity: hoursAgo(hours),
		...more,
	});
/** A chosen session: everything of it comes in. */
export const source = (from: SessionRecord, more: Partial<Source> = {}): Source => ({
	...{ record: from, score: 0.5, context: 'all', pins: 'all' },
	...more,
});
export const pin = (label: string, more: Partial<Pin> = {}): Pin => ({
	...{ label, content: `about ${label}`, importance: 'standard', pinned_at: hoursAgo(30) },
	...more,
});
export const insight = (id: string, more: Partial<Insight> = {}): Insight => ({
	...{ id, kind: 'learning', text: `text of ${id}`, confidence: 1, source: 'user' },
	created_at: hoursAgo(30),
	...more,
});
/** A task in progress on the branch. */
export const task = (id: string, more: Partial<Task> = {}): Task => ({
	...{ id, title: `Do ${id}`, status: 'in_progress', stage: 'build', branch: 'feature/x' },
	...{ flagged_incomplete: false, created_at: hoursAgo(90), last_activity: hoursAgo(50) },
	source: 'req',
	...more,
});
