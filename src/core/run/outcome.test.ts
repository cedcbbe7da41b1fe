import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outcomeOf, type SessionEnd, saysStale } from './outcome.ts';

const WELL: SessionEnd = {
	...{ code: 0, stderr: '', stopped: undefined, turns: 3, unstarted: undefined },
	result: { isError: false, text: 'Done.' },
};
const GONE = 'No conversation found with session ID: 1a2b3c4d-0000-4000-8000-000000000001';
const STALE: SessionEnd = { ...WELL, code: 1, stderr: GONE, result: undefined, turns: 0 };

describe('outcomeOf', () => {
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

/** Its digits are those of two HTTP statuses. */
const ID = '9a8b7c6d-0404-4000-8410-000000000404';

describe('a session that is gone', () => {
	it.each([
		[`No conversation found with session ID: ${ID}`],
		[`Error: No session found with ID ${ID}`],
		[`No such session: ${ID}`],
		[`Session ${ID} not found`],
		[`session ${ID} does not exist`],
		[`The conversation ${ID} has expired`],
		[`SessionNotFoundError: ${ID}`],
		['InvalidSessionError'],
		['Invalid session ID'],
		['Request failed with status code 404'],
		['HTTP 410'],
		['API Error: 404 Not Found'],
		['410 Gone'],
	])('%s', (message) => {
		expect(saysStale(message)).toBe(true);
	});
});

describe('trouble of another kind', () => {
	it.each([
		[''],
		['API Error: 429 {"type":"error","error":{"type":"rate_limit_error"}}'],
		['API Error: 529 {"error":{"type":"overloaded_error","message":"Overloaded"}}'],
		['API Error: 500 Internal server error'],
		['API Error (Connection error.) · Retrying: connect ECONNREFUSED 127.0.0.1:443'],
		['getaddrinfo ENOTFOUND api.anthropic.com'],
		['fetch failed'],
		['Request timed out.'],
		['Invalid API key · Please run /login'],
		['OAuth token has expired · Please run /login'],
		['API Error: 401 {"error":{"type":"authentication_error"}}'],
		['Credit balance is too low'],
		['API Error: 404 {"error":{"type":"not_found_error","message":"model: opus-9"}}'],
		[`session ${ID} was killed`],
		[`could not write ${ID}.jsonl: ENOSPC`],
		['the build exited with 1 at cache.ts:404'],
		['Error: Input must be provided either through stdin or as a prompt argument'],
		[`Session ID ${ID} is already in use.`],
	])('%s', (message) => {
		expect(saysStale(message)).toBe(false);
	});

	it('the digits of an id say nothing', () => {
		fc.assert(
			fc.property(fc.uuid(), (id) => {
				expect(saysStale(`error ${id}`)).toBe(false);
				expect(saysStale(`error ${id.replaceAll('-', '')}`)).toBe(false);
			}),
		);
	});
});
