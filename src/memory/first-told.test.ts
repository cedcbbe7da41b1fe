import { describe, expect, it } from 'vitest';
import { ANNA, BERT } from '../../tests/support/some-session.ts';
import { isFirstTold, type Told } from './start-text.ts';

const told = (by: number, more: Partial<Told> = {}): Told => ({
	...{ e: 'told', source: 'startup', client: '7 then', by },
	...more,
});
const line = (entry: object, seconds = 0, s = ANNA.uuid) => ({
	...{ at: new Date(seconds * 1000).toISOString(), s },
	...entry,
});
const compact = { source: 'compact', p: 'p1' };

describe('D19: who speaks at a start', () => {
	it.each([
		['the only one', [line(told(1))], true],
		['the second of two hooks', [line(told(2)), line(told(1))], false],
		['a repeated event', [line(told(1)), line(told(1))], false],
		['the first of two hooks', [line(told(1)), line(told(2))], true],
		['one whose line is not there', [], true],
		['one beside another session', [line(told(2), 0, BERT.uuid), line(told(1))], true],
		['one of another client', [line(told(2, { client: '8 now' })), line(told(1))], true],
		['one of another source', [line(told(2, { source: 'clear' })), line(told(1))], true],
		['a repeated event much later', [line(told(2)), line(told(1), 9_000)], false],
		['a start after an end', [line(told(2)), line({ e: 'end' }), line(told(1))], true],
		['one between torn lines', [null, 7, { s: ANNA.uuid }, line(told(1))], true],
	])('%s', (_, lines, speaks) => {
		expect(isFirstTold(lines, ANNA.uuid, told(1))).toBe(speaks);
	});

	const summary = line({ e: 'note', from: 'compaction', text: 'x' }, 1);
	it.each([
		[
			'the second hook of one compaction',
			[line(told(2, compact)), line(told(1, compact), 3)],
			false,
		],
		[
			'the next compaction, seconds later',
			[line(told(2, compact)), summary, line(told(1, compact), 3)],
			true,
		],
		[
			'one in the next prompt',
			[line(told(2, { ...compact, p: 'p0' })), line(told(1, compact), 3)],
			true,
		],
	])('a compaction: %s', (_, lines, speaks) => {
		expect(isFirstTold(lines, ANNA.uuid, told(1, compact))).toBe(speaks);
	});
});
