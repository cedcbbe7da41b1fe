import { describe, expect, it } from 'vitest';
import { outcomeOf, type SessionEnd } from './outcome.ts';

const WELL: SessionEnd = {
	...{ code: 0, stderr: '', stopped: undefined, turns: 3, unstarted: undefined },
	result: { isError: false, text: 'Done.' },
};
const GONE = 'No conversation found with session ID: 1a2b3c4d-0000-4000-8000-000000000001';
const STALE: SessionEnd = { ...WELL, code: 1, stderr: GONE, result: undefined, turns: 0 };

describe('S3-027: outcomeOf', () => {
	it.each<[string, SessionEnd, isDone: boolean, wasResumed: boolean, status: string]>([
		['the mark', WELL, true, false, 'success'],
		['the mark, and it was stopped', { ...WELL, stopped: 'interrupted' }, true, false, 'success'],
		['the mark, and an error', { ...WELL, code: 1 }, true, true, 'success'],
		['no mark', WELL, false, false, 'failed'],
		['too long', { ...WELL, stopped: 'timeout' }, false, false, 'timeout'],
		['the wish of the user', { ...WELL, stopped: 'interrupted' }, false, true, 'interrupted'],
		['no last line', { ...WELL, result: undefined }, false, false, 'failed'],
		['never began', { ...STALE, unstarted: 'ENOENT' }, false, true, 'failed'],
		['gone', STALE, false, true, 'stale'],
		[
			'gone, in its last line',
			{ ...STALE, stderr: '', result: { isError: true, text: GONE } },
			false,
			true,
			'stale',
		],
		['nothing was resumed', STALE, false, false, 'failed'],
		['it was at work already', { ...STALE, turns: 1 }, false, true, 'failed'],
	])('%s', (...[, end, isDone, wasResumed, status]) => {
		expect(outcomeOf(end, { isDone, wasResumed }).status).toBe(status);
	});

	it.each<[SessionEnd, error: string]>([
		[{ ...WELL, code: 1, stderr: 'a\nb\u001b[31m', result: undefined }, 'a b'],
		[{ ...WELL, code: 1, result: undefined }, 'claude exited with 1'],
		[{ ...WELL, code: undefined, result: undefined }, 'claude was killed'],
		[{ ...WELL, stderr: 'x'.repeat(9_000), result: undefined }, 'x'.repeat(500)],
		[{ ...WELL, stderr: 'a warning', result: { isError: true, text: 'why' } }, 'why'],
	])('of %j the error is %s', (end, error) => {
		expect(outcomeOf(end, { isDone: false, wasResumed: false }).error).toBe(error);
	});
});
