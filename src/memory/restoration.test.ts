import { expect, it } from 'vitest';
import { bundle } from '../../tests/support/bundled.ts';
import { linesOf, someInsight, someRecord } from '../../tests/support/some-record.ts';
import { EMPTY } from '../../tests/support/some-restoration.ts';
import { facts } from '../../tests/support/some-source.ts';
import { restoredEvents } from './apply-start.ts';
import { decideStart } from './decide-start.ts';
import { foldNotes } from './notes.ts';
import { onlyShown } from './restoration.ts';

const insight = (id: string) => ({
	note: { id, kind: 'warning' as const, text: id, confidence: 1 },
	...{ confidence: 0.9, hours: 1 },
});
const RESTORATION = {
	...EMPTY,
	insights: ['i1', 'i2'].map(insight),
	tasks: Array.from({ length: 1_000 }, (_, n) => ({
		...{ id: `t${n}`, title: `Do ${n}`, status: 'open' as const, days: 0 },
	})),
};

it('events tell of what found room only, and of no more than one start can say', () => {
	const room = ['warning i1', 'task t0', 'task t2'].map((what) => ({ what, why: 'room' as const }));
	const events = restoredEvents(onlyShown(RESTORATION, room), 'me');
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

it('of a bundle, only the lessons that found room count as shown', () => {
	const insights = Array.from({ length: 60 }, (_, n) => {
		const text = `${n} `.padEnd(290, 'x');
		return someInsight(`i${n}`, text, { kind: 'learning' });
	});
	const from = someRecord('3c2d8817-0000-4000-8000-000000000001', { insights });
	const made = bundle([from]);
	const { text, restoration } = decideStart(
		{ kind: 'inherit', records: [from], bundle: made },
		{ ...facts, notes: foldNotes(linesOf(from)).all },
	);
	const ids = restoration?.insights.map(({ note: { id } }) => id) ?? [];
	expect(ids.length).toBeGreaterThan(0);
	expect(ids.length).toBeLessThan(made.learnings.length);
	const inText = insights.map(({ id }) => id).filter((id) => text.includes(`(${id})`));
	expect(ids.toSorted()).toEqual(inText.toSorted());
});
