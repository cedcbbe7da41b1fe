import { expect, it } from 'vitest';
import { onlyTold, type Restoration } from './restoration.ts';

const surfaced = Array.from({ length: 1_000 }, (_, n) => ({ task_id: `t${n}`, days_pending: 0 }));
const decay = { original_score: 1, decayed_score: 0.9, hours_elapsed: 1 };

const RESTORATION: Restoration = {
	...{ sources: [], pins: [], tasks: [], projects: [], topics: [], dropped: [], surfaced },
	...{ olderTasks: 0, lastSession: undefined },
	codes: { meta: [], files: [], functions: [], decisions: [], blockers: [], next: [] },
	insights: ['i1', 'i2'].map((id) => ({
		insight: {
			...{ id, kind: 'warning' as const, text: id, confidence: 1 },
			...{ source: 'user', created_at: '2026-11-20T10:00:00.000Z' },
		},
		from: 'x',
		confidence: 0.9,
	})),
	decays: ['i1', 'i2'].map((memory_id) => ({ memory_id, ...decay })),
};

it('FR-013: events tell of what found room only, and of no more than one start can say', () => {
	const room = ['warning i1', 'task t0', 'task t2'].map((what) => ({ what, why: 'room' as const }));
	const told = onlyTold(RESTORATION, room);
	expect(told.decays.map(({ memory_id: id }) => id)).toEqual(['i2']);
	expect(told.surfaced).toHaveLength(25);
	expect(told.surfaced.slice(0, 2).map(({ task_id: id }) => id)).toEqual(['t1', 't3']);
});
