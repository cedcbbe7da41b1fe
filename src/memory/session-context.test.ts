import { expect, it } from 'vitest';
import { someRecord } from '../../tests/support/some-record.ts';
import { toContext } from './codes.ts';

const UUID = '3c2d8817-0000-4000-8000-000000000001';
const DAY = 86_400_000;
const WEEK = { lookbackDays: 7 };

it('a record has everything that an exported context has', () => {
	const at = '2026-01-22T13:35:14.000Z';
	const record = someRecord(UUID, {
		phase: 'build',
		project: 'cerberus',
		last_activity: at,
		insights: [
			{
				...{ id: 'i1', kind: 'decision', text: 'threshold=0.75', why: 'precision' },
				...{ confidence: 1, source: 'user', created_at: at },
			},
		],
		activity: {
			files: [{ path: 'src/a.py', edits: 1, last: at }],
			functions: ['cluster'],
			completed: ['test:pytest'],
			next_actions: ['integrate phase 3'],
			blockers: [{ type: 'need', text: 'ollama', at, source: 'user' }],
		},
	});
	expect(toContext(record, Date.parse(at), WEEK)).toEqual({
		...{ id: UUID, project: 'cerberus', phase: 'build', completed: ['test:pytest'] },
		next_actions: ['integrate phase 3'],
		decisions: [{ choice: 'threshold=0.75', why: 'precision' }],
		blockers: ['need:ollama'],
		files_modified: ['src/a.py'],
		key_functions: ['cluster'],
		timestamp: at,
		expires: '2026-01-29T13:35:14.000Z',
		status: 'active',
	});
});

it.each([
	[6.9, {}, 'active'],
	[7, {}, 'active'],
	[7.1, {}, 'expired'],
	[1, { closed: true }, 'completed'],
])('%d days after its last activity, with %j, it is %s', (days, more, status) => {
	const last = '2026-01-21T00:00:00.000Z';
	const record = someRecord(UUID, { last_activity: last, ...more });
	expect(toContext(record, Date.parse(last) + days * DAY, WEEK).status).toBe(status);
});
