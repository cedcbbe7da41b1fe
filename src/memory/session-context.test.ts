import { expect, it } from 'vitest';
import { someRecord } from '../../tests/support/some-record.ts';
import { toContext } from './session-context.ts';

const UUID = '3c2d8817-0000-4000-8000-000000000001';
const DAY = 86_400_000;

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
	expect(toContext(record, Date.parse(at))).toEqual({
		...{ id: UUID, project: 'cerberus', phase: 'build', completed: ['test:pytest'] },
		next_actions: ['integrate phase 3'],
		decisions: [{ choice: 'threshold=0.75', why: 'precision' }],
		blockers: ['need:ollama'],
		files_modified: ['src/a.py'],
		key_functions: ['cluster'],
		timestamp: at,
		expires: record.expires_at,
		status: 'active',
	});
});

it.each([
	[{ expires_at: '2026-01-29T00:00:00.000Z' }, 'active'],
	[{ expires_at: '2026-01-28T00:00:00.000Z' }, 'active'],
	[{ expires_at: '2026-01-27T00:00:00.000Z' }, 'expired'],
	[{ expires_at: '2026-01-29T00:00:00.000Z', closed: true }, 'completed'],
])('with %j it is %s', (different, status) => {
	const now = Date.parse('2026-01-21T00:00:00.000Z') + 7 * DAY;
	expect(toContext(someRecord(UUID, different), now).status).toBe(status);
});
