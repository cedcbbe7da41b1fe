import { describe, expect, it } from 'vitest';
import { requirements } from '../../tests/support/some-requirement.ts';
import { ANNA, BERT } from '../../tests/support/some-session.ts';
import { at, by, changed, EMPTY } from '../../tests/support/some-state.ts';
import type { Place } from '../git/place.ts';
import type { JournalLine } from '../journal/entries.ts';
import { wasStopped, wasWarned } from '../journal/lines.ts';
import type { BranchState } from '../state/branch-state.ts';
import { journalChanges } from './statuses.ts';

const all = requirements({ it: {}, other: { scope: 'branch' } });
const place = { branch: 'main', root: '/project' } as Place;
const trigger = (seconds: number, branch = 'main', ...names: string[]): JournalLine => ({
	at: at(seconds),
	s: ANNA.uuid,
	e: 'trigger',
	branch,
	names: names.length === 0 ? ['it'] : names,
});
const fold = (lines: readonly JournalLine[], state: BranchState | undefined = EMPTY) =>
	journalChanges({ place, session: ANNA, config: { requirements: all }, state, lines }, () => ['old']);

describe('D9: the triggers of a journal', () => {
	it('tell the first time of each requirement', () => {
		expect(fold([trigger(3), trigger(2, 'main', 'it', 'other'), trigger(4)])).toEqual([
			{ op: 'trigger', name: 'it', scope: 'session', session: ANNA, at: at(2) },
			{ op: 'trigger', name: 'other', scope: 'branch', session: ANNA, at: at(2) },
		]);
	});

	it.each<[string, JournalLine[], BranchState | undefined]>([
		['an empty journal', [], EMPTY],
		['another branch', [trigger(1, 'topic')], EMPTY],
		['a requirement that is not configured', [trigger(1, 'main', 'gone')], EMPTY],
		['what the state knows', [trigger(2)], changed(EMPTY, by(ANNA).trigger(1)).doc],
		['a refusal', [{ at: at(1), s: 's', e: 'refuse', branch: 'main', names: ['it'], tool: 'Edit' }], EMPTY],
	])('are none for %s', (_, lines, state) => {
		expect(fold(lines, state)).toEqual([]);
	});

	it('of another session do not count as known', () => {
		expect(fold([trigger(2)], changed(EMPTY, by(BERT).trigger(1)).doc)).toHaveLength(1);
		expect(fold([trigger(2)], undefined)).toHaveLength(1);
	});

	it('D31: from before the last spend are history, later ones count', () => {
		const once = by(ANNA);
		const { doc } = changed(EMPTY, once.trigger(1), once.satisfy(2), once.spend(3));
		expect(fold([trigger(1), trigger(3)], doc)).toEqual([]);
		expect(fold([trigger(1), trigger(5), trigger(4)], doc)).toMatchObject([{ at: at(4) }]);
	});
});

describe('D32: what was said already', () => {
	const stopped: JournalLine = {
		at: at(1),
		s: 's',
		e: 'stopped',
		branch: 'main',
		names: ['a', 'b'],
		p: 'p1',
	};
	const warned: JournalLine = { ...stopped, e: 'refuse', tool: 'Edit', warned: true };
	it.each([
		['the same set', 'p1', { names: ['b', 'a'], expected: true }],
		['fewer', 'p1', { names: ['a'], expected: false }],
		['more', 'p1', { names: ['a', 'b', 'c'], expected: false }],
		['others', 'p1', { names: ['a', 'c'], expected: false }],
		['another prompt', 'p2', { names: ['a', 'b'], expected: false }],
		['a prompt nobody named', undefined, { names: ['a', 'b'], expected: false }],
	] as const)('%s during prompt %s', (_, prompt, { names, expected }) => {
		expect(wasStopped([stopped], { branch: 'main', prompt, names })).toBe(expected);
		expect(wasWarned([warned], { branch: 'main', prompt, names })).toBe(expected);
	});

	it('a refusal is no warning, and neither is a stop', () => {
		const { warned: _, ...refused } = warned as JournalLine & { e: 'refuse' };
		const held = { branch: 'main', prompt: 'p1', names: ['a', 'b'] };
		expect(wasWarned([refused, stopped], held)).toBe(false);
		expect(wasStopped([warned], held)).toBe(false);
	});

	it('a stop or a warning on another branch says nothing about this one', () => {
		const held = { branch: 'other', prompt: 'p1', names: ['a', 'b'] };
		expect(wasWarned([warned], held)).toBe(false);
		expect(wasStopped([stopped], held)).toBe(false);
	});
});

describe('a bypass', () => {
	const bypassed = (seconds: number): JournalLine => ({
		...{ at: at(seconds), s: ANNA.uuid, e: 'bypassed', branch: 'main', names: ['it'] },
		...{ tool: 'Bash', paths: ['a.ts'] },
	});
	it('arms what it got round', () => {
		expect(fold([bypassed(2)])).toMatchObject([{ name: 'it', at: at(2) }]);
	});

	it('arms nothing once it is over', () => {
		const { doc } = changed(EMPTY, by(ANNA).settle(2));
		expect(fold([bypassed(2)], doc)).toEqual([]);
		expect(fold([bypassed(2), bypassed(4)], doc)).toMatchObject([{ at: at(4) }]);
	});
});
