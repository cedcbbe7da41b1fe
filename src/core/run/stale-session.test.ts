import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { saysStale } from './stale-session.ts';

/** Its digits are those of two HTTP statuses. */
const ID = '9a8b7c6d-0404-4000-8410-000000000404';

describe('S3-023: a session that is gone', () => {
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

describe('S3-024: trouble of another kind', () => {
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
