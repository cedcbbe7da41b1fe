import { expect, it } from 'vitest';
import { someRecord } from '../../tests/support/some-record.ts';
import { openSteps } from './codes.ts';

const UUID = '3c2d8817-0000-4000-8000-000000000001';

it.each([
	['test:deduplication', 'test:deduplication', true],
	['next:add mutex to process struct', 'commit:Add a mutex to the process struct', true],
	['one two three four five', 'task:one two three', true],
	['one two three four five six', 'task:one two three', false],
	['rerun race detector', 'test:go', false],
	['fix npm test', 'test:npm', false],
	['test commit', 'test:go', false],
	['bump to 4 2 7', 'task:bump to 4 2 7', true],
	['bump to 4 2 7', 'task:bump to 5 3 9', false],
	['größe prüfen', 'task:Größe prüfen', true],
	['größe prüfen', 'task:groesse prufen', false],
	['???', 'test:go', false],
])('D27: whether %j is done by %j', (action, completed, done) => {
	const record = someRecord(UUID, { activity: { completed: [completed] } });
	const steps = [{ text: action, at: record.started_at }];
	expect(openSteps(steps, [record])).toEqual(done ? [] : steps);
});

it('D27: only what was done since cancels a next step', () => {
	const at = (hour: number) => `2026-01-01T1${hour}:00:00.000Z`;
	const record = someRecord(UUID, {
		activity: {
			completed: ['done:release to staging', 'task:write docs'],
			completed_at: [at(1), at(3)],
		},
	});
	const steps = ['release to staging', 'write docs'].map((text) => ({ text, at: at(2) }));
	expect(openSteps(steps, [record])).toEqual(steps.slice(0, 1));
});
