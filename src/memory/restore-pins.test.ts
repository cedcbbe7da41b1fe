import { describe, expect, it } from 'vitest';
import { hoursAgo, insight, pin, record, restored, source } from '../../tests/support/some-source.ts';

const critical = { importance: 'critical' } as const;
const labels = (...args: Parameters<typeof restored>) => restored(...args).pins.map(({ note }) => note.label);

describe('inherited pins', () => {
	it('say whose they are and since when, also at second hand', () => {
		const origin = { session: 'cccccccc', at: hoursAgo(60) };
		const from = record('a', { pins: [pin('one'), pin('two', { origin })] });
		expect(restored([source(from)]).pins.map((one) => one.from)).toEqual([
			origin,
			{ session: 'aaaaaaaa', at: hoursAgo(30) },
		]);
	});

	const five = ['a', 'b', 'c', 'd', 'e'].map((label) => pin(label));

	it('are five at most, critical ones first, after each was counted once', () => {
		const pins = [...five, pin('a2', { content: 'about a' }), pin('f', critical)];
		const { pins: kept, dropped } = restored([source(record('a', { pins }))]);
		expect(kept.map(({ note }) => note.label)).toEqual(['f', 'a', 'b', 'c', 'd']);
		expect(dropped).toEqual([
			{ what: 'pin e', why: 'cap' },
			{ what: 'pin a2', why: 'duplicate' },
		]);
	});

	it('are ten together with those the session has', () => {
		const own = ['1', '2', '3', '4', '5', '6', '7', '8'].map((label) => pin(label));
		expect(labels([source(record('a', { pins: five }))], { own })).toEqual(['a', 'b']);
	});

	it('give way to a pin of the session with the same label', () => {
		const pins = [pin('A', { content: 'theirs' }), pin('b')];
		expect(labels([source(record('a', { pins }))], { own: [pin('a')] })).toEqual(['b']);
	});

	it('of one label the newest session holds', () => {
		const sources = [record('a', { hours: 1 }), record('b')].map((one, index) =>
			source({ ...one, pins: [pin('same', { id: `p${index}`, content: `text ${index}` })] }),
		);
		expect(restored(sources).pins.map(({ note }) => note.text)).toEqual(['text 0']);
	});

	it('of a source that gives critical ones only, no others, and none of its context', () => {
		const from = record('a', {
			...{ pins: [pin('a'), pin('b', critical)], insights: [insight('i1')] },
			...{ hot_topics: ['billing'], terms: { billing: 3 } },
		});
		const { pins, insights, topics } = restored([source(from, { pins: 'critical', context: 'none' })]);
		expect([pins.map(({ note }) => note.label), insights, topics]).toEqual([['b'], [], []]);
	});

	it('D23: an ordinary one ends a week after its origin, a critical one does not', () => {
		const origin = { session: 'cccccccc', at: hoursAgo(169) };
		const pins = [pin('a', { origin }), pin('b', { ...critical, origin })];
		expect(labels([source(record('a', { pins }))])).toEqual(['b']);
		expect(labels([source(record('a', { pins }))], { kind: 'named' })).toEqual(['b', 'a']);
	});

	it('all come, up to ten, when the user names the session, whatever its age', () => {
		const pins = [...five, pin('f'), pin('g')];
		const old = source(record('a', { hours: 14 * 24, pins }));
		expect(labels([old], { kind: 'named' })).toHaveLength(7);
	});
});
