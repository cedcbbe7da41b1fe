import { describe, expect, it } from 'vitest';
import { readStatus, type Status } from './read-status.ts';

const WHOLE: Status = {
	...{ decision: 'stop', summary: 'Built it.' },
	...{ learnings: ['l'], patterns: ['p'], warnings: ['w'], decisions: ['d'] },
};
const NOTHING: Status = {
	...{ decision: 'continue', summary: '' },
	...{ learnings: [], patterns: [], warnings: [], decisions: [] },
};

function read(json: unknown, trouble?: string) {
	return readStatus({ json, trouble });
}

describe('a status is read leniently', () => {
	it('as it stands where it is in order, whatever else is in it', () => {
		expect(read({ ...WHOLE, cost: 7 })).toEqual({ status: WHOLE, trouble: undefined });
	});

	it.each<[string, unknown, Partial<Status>]>([
		['a decision in capitals', { decision: ' STOP ' }, { decision: 'stop' }],
		['no lists', { decision: 'stop', learnings: null }, { decision: 'stop' }],
		['one text for a list', { decision: 'stop', learnings: 'l' }, { decision: 'stop' }],
		[
			'items that are none',
			{ decision: 'stop', learnings: [1, null, ['x'], {}, 'l', '', ' '] },
			{ decision: 'stop', learnings: ['l'] },
		],
		[
			'items that are objects',
			{
				decision: 'stop',
				learnings: [{ text: 'l' }, { learning: 'm' }],
				decisions: [
					{ decision: 'jwt', rationale: 'no state' },
					{ decision: 'x', why: 'y' },
				],
			},
			{ decision: 'stop', learnings: ['l', 'm'], decisions: ['jwt - no state', 'x - y'] },
		],
		[
			'texts of more lines',
			{ decision: 'stop', summary: 'a\n b\u001b[31m', warnings: ['c\td'] },
			{ decision: 'stop', summary: 'a b', warnings: ['c d'] },
		],
	])('%s', (...[, json, expected]) => {
		expect(read(json)).toEqual({ status: { ...NOTHING, ...expected }, trouble: undefined });
	});

	it.each<[string, unknown, Partial<Status>]>([
		['no decision', { summary: 'half' }, { summary: 'half' }],
		['another decision', { decision: 'perhaps', learnings: ['l'] }, { learnings: ['l'] }],
		['a decision that is no text', { decision: true }, {}],
	])('%s: the rest counts, it goes on, and that is said', (...[, json, expected]) => {
		const { status, trouble } = read(json);
		expect(status).toEqual({ ...NOTHING, ...expected });
		expect(trouble).toMatch(/: it goes on$/);
	});

	it.each<[string, unknown, string | undefined]>([
		['nothing there', undefined, undefined],
		['nothing readable', undefined, 'is not JSON'],
		['a list', ['stop'], undefined],
		['a text', 'stop', undefined],
		['null', null, undefined],
	])('%s: nothing was said, and why', (...[, json, why]) => {
		const { status, trouble } = read(json, why);
		expect(status).toEqual({ ...NOTHING, decision: 'none' });
		expect(trouble).toMatch(/^it.* status\.json/);
		expect(trouble).toContain(why ?? 'no ');
	});

	it('no more of it than sessions can be told', () => {
		const many = Array.from({ length: 60 }, (_, index) => `${index} ${'x'.repeat(2_000)}`);
		const { status } = read({ decision: 'stop', summary: 'x'.repeat(9_000), learnings: many });
		expect(status.summary).toHaveLength(2_000);
		expect(status.learnings).toHaveLength(50);
		expect(status.learnings[0]).toHaveLength(1_000);
	});
});
