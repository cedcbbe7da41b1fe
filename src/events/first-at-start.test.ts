import { describe, expect, it } from 'vitest';
import { ANNA } from '../../tests/support/some-session.ts';
import type { JournalLine } from '../journal/entries.ts';
import { isFirstAtStart } from './first-at-start.ts';

const line = (entry: object, seconds = 0) =>
	({ at: new Date(seconds * 1000).toISOString(), s: ANNA.uuid, ...entry }) as JournalLine;
const start = (by: number, more: object = {}, seconds = 0) =>
	line({ e: 'start', source: 'startup', pid: 7, pid_started: 'then', by, ...more }, seconds);
const compact = { source: 'compact', p: 'p1' };

describe('D19: who speaks at a start', () => {
	it.each([
		['the only one', [start(1)], true],
		['the second of two hooks', [start(2), start(1)], false],
		['a repeated event', [start(1), start(1)], false],
		['the first of two hooks', [start(1), start(2)], true],
		['one whose line is not there', [], true],
		['one of another client', [start(2, { pid: 8, pid_started: 'now' }), start(1)], true],
		['one of another source', [start(2, { source: 'clear' }), start(1)], true],
		['a repeated event much later', [start(2), start(1, {}, 9_000)], false],
		['a start after an end', [start(2), line({ e: 'end' }), start(1)], true],
	])('%s', (_, lines, speaks) => {
		expect(isFirstAtStart(lines, 1)).toBe(speaks);
	});

	const summary = line({ e: 'note', from: 'compaction', text: 'x' }, 1);
	it.each([
		['the second hook of one compaction', [start(2, compact), start(1, compact, 3)], false],
		['the next compaction, seconds later', [start(2, compact), summary, start(1, compact, 3)], true],
		['one in the next prompt', [start(2, { ...compact, p: 'p0' }), start(1, compact, 3)], true],
	])('a compaction: %s', (_, lines, speaks) => {
		expect(isFirstAtStart(lines, 1)).toBe(speaks);
	});
});
