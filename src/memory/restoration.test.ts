import { expect, it } from 'vitest';
import { EMPTY } from '../../tests/support/some-restoration.ts';
import { onlyTold, restoredEvents } from './restoration.ts';

const insight = (id: string) => ({
	insight: {
		...{ id, kind: 'warning' as const, text: id, confidence: 1 },
		...{ source: 'user', created_at: '2026-11-20T10:00:00.000Z' },
	},
	...{ from: 'x', confidence: 0.9, hours: 1 },
});
const RESTORATION = {
	...EMPTY,
	insights: ['i1', 'i2'].map(insight),
	tasks: Array.from({ length: 1_000 }, (_, n) => ({
		...{ id: `t${n}`, title: `Do ${n}`, stage: 'build', days: 0 },
	})),
};

it('events tell of what found room only, and of no more than one start can say', () => {
	const room = ['warning i1', 'task t0', 'task t2'].map((what) => ({ what, why: 'room' as const }));
	const events = restoredEvents(onlyTold(RESTORATION, room), 'me');
	const decays = events.filter(({ name }) => name === 'confidence_decay_applied');
	const surfaced = events.filter(({ name }) => name === 'pending_task_surfaced');
	expect(decays.map(({ data }) => data)).toEqual([
		{ memory_id: 'i2', original_score: 1, decayed_score: 0.9, hours_elapsed: 1 },
	]);
	expect(surfaced).toHaveLength(25);
	expect(surfaced.slice(0, 2).map(({ data }) => data)).toEqual([
		{ task_id: 't1', days_pending: 0 },
		{ task_id: 't3', days_pending: 0 },
	]);
	expect(events).toHaveLength(26);
});
