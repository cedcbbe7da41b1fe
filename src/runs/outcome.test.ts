import { describe, expect, it } from 'vitest';
import type { SessionEnd } from './client.ts';
import { saysStale, troubleOf } from './outcome.ts';

const RESULT = { isError: false, text: 'Done.' };
const WELL: SessionEnd = {
	code: 0,
	stderr: '',
	stopped: undefined,
	output: { turns: 3, hasAnswered: true, result: RESULT },
};
const GONE = 'No conversation found with session ID: 1a2b3c4d-0000-4000-8000-000000000001';
const STALE: SessionEnd = { ...WELL, code: 1, stderr: GONE, output: { turns: 0 } };

function withResult(text: string, turns = 0): SessionEnd['output'] {
	return { turns, result: { isError: true, text } };
}

describe('the end of a session', () => {
	it.each<[string, SessionEnd, wasResumed: boolean, status: string | undefined]>([
		['well', WELL, true, undefined],
		['too long', { ...WELL, stopped: 'timeout' }, false, 'timeout'],
		['the wish of the user', { ...WELL, stopped: 'interrupted' }, true, 'interrupted'],
		['no last line', { ...WELL, output: { turns: 3 } }, false, 'failed'],
		['never began', { ...STALE, code: undefined, stderr: 'spawn claude ENOENT' }, true, 'failed'],
		['gone', STALE, true, 'stale'],
		['gone, in its last line', { ...STALE, stderr: '', output: withResult(GONE) }, true, 'stale'],
		['nothing was resumed', STALE, false, 'failed'],
		['it had answered', { ...STALE, output: { turns: 1, hasAnswered: true } }, true, 'failed'],
	])('%s', (...[, end, wasResumed, expected]) => {
		const { status, isStale } = troubleOf(end, wasResumed) ?? {};
		expect(isStale ? 'stale' : status).toBe(expected);
	});

	it.each<[SessionEnd, error: string]>([
		[{ ...STALE, stderr: 'a\nb\u001b[31m' }, 'a b'],
		[{ ...STALE, stderr: '' }, 'claude exited with 1'],
		[{ ...STALE, stderr: '', code: undefined }, 'claude was killed'],
		[{ ...STALE, stderr: 'x'.repeat(9_000) }, 'x'.repeat(500)],
		[{ ...STALE, stderr: 'a warning', output: withResult('why') }, 'why'],
	])('of %j the error is %s', (end, error) => {
		expect(troubleOf(end, false)?.error).toBe(error);
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
	])('%s', (message) => {
		expect(saysStale(message)).toBe(true);
	});
});

describe('trouble of another kind', () => {
	it.each([
		[''],
		['API Error: 429 {"type":"error","error":{"type":"rate_limit_error"}}'],
		['API Error: 529 {"error":{"type":"overloaded_error","message":"Overloaded"}}'],
		['API Error (Connection error.) · Retrying: connect ECONNREFUSED 127.0.0.1:443'],
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
});
