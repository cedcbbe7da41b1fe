import type { Pin, Task } from '../../src/journal/work.ts';
import type { Source } from '../../src/memory/choose-sources.ts';
import { foldNotes, type NoteLine } from '../../src/memory/notes.ts';
import type { Insight, SessionRecord } from '../../src/memory/record.ts';
import { type Restoration, restore } from '../../src/memory/restoration.ts';
import type { Occasion, StartFacts } from '../../src/memory/start-facts.ts';
import { placeIn } from './place-in.ts';
import { DEFAULT_CONTINUITY } from './some-continuity.ts';
import { type Different, linesOf, someRecord } from './some-record.ts';
import { session } from './some-session.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
export const hoursAgo = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString();

const ME = session('eeee0001-0000-4000-8000-000000000001');

/** Where something is restored, on `feature/x` at a fixed time. */
export const facts: StartFacts = {
	...{ now: NOW, place: placeIn('/state', 'feature/x'), continuity: DEFAULT_CONTINUITY },
	...{ session: ME, user: 'ana', live: new Map() },
	...{ records: [], candidates: [], notes: [], tasks: [], documents: undefined },
	...{ uncommitted: new Set(), movedAt: 0, isRead: () => false },
	files: { exists: () => true, digest: () => undefined },
};
/** What a start shows of these. */
export const start = (...sources: readonly Source[]): Occasion => ({
	...{ kind: 'start', sources, bundle: undefined },
});

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
	...{
		id: `p-${label}`,
		label,
		content: `about ${label}`,
		importance: 'standard',
		pinned_at: hoursAgo(30),
	},
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

/** What is restored of these, each with what it noted. `own`: pins of the session that is shown it. */
export function restored(
	sources: readonly Source[],
	{ own = [], kind = 'start', ...more }: Partial<StartFacts> & { kind?: Occasion['kind']; own?: readonly Pin[] } = {},
): Restoration {
	const me = { ...record('a', { pins: [...own] }), uuid: ME.uuid };
	const notes = [...sources.map((one) => one.record), me].flatMap((one) => [
		...linesOf(one),
		...one.pins.flatMap(heldLines),
	]);
	return restore({ ...start(...sources), kind }, { ...facts, notes: foldNotes(notes).all, ...more });
}

/** A pin that a session took over, as the session that it is of said it. */
function heldLines({ id = '', label, content, importance, origin }: Pin): NoteLine[] {
	if (origin === undefined) return [];
	const critical = importance === 'critical' || undefined;
	const said = { id, kind: 'pin' as const, label, text: content, critical };
	const who = { session: `${origin.session}-0000-4000-8000-000000000001`, branch: 'feature/x', user: 'ana' };
	return [{ at: origin.at, op: 'note', source: 'agent', ...said, ...who }];
}
