import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ClientOutput, lineReader, type SessionEnd, saysStale, troubleOf, withLine } from './client.ts';

const MEGABYTE = 1024 * 1024;

function linesOf(pieces: readonly string[]): string[] {
	const lines: string[] = [];
	const { add, end } = lineReader((line) => lines.push(line));
	pieces.forEach(add);
	end();
	return lines;
}

it('reads the same lines however the output comes in pieces', () => {
	const line = fc.string({ unit: fc.constantFrom('a', ' ', '\r', 'é', '漢', '😀') });
	fc.assert(
		fc.property(fc.array(line, { minLength: 1 }), fc.nat(9), (lines, size) => {
			const text = lines.join('\n');
			const pieces = text.match(new RegExp(`.{1,${size + 1}}`, 'gs')) ?? [];
			expect(linesOf(pieces)).toEqual(lines);
		}),
	);
});

it('cuts the start of a line of more than a megabyte, and of no other', () => {
	const long = `{"a": "${'x'.repeat(MEGABYTE)}`;
	const lines = linesOf(['a\n', long, 'y"}\nb\n', 'x'.repeat(MEGABYTE), '\nc']);
	expect(lines).toEqual(['a', 'y"}', 'b', 'x'.repeat(MEGABYTE), 'c']);
});

const BEFORE: ClientOutput = { turns: 1, said: 'Before.' };

const ID = '1a2b3c4d-0000-4000-8000-000000000001';

/** A line as the client prints it. */
function line(message: object): unknown {
	return { session_id: ID, uuid: '0b1c2d3e-0000-4000-8000-000000000009', ...message };
}

describe('a line of the output', () => {
	it.each<[string, unknown, Partial<ClientOutput>]>([
		[
			'the start',
			line({
				...{ type: 'system', subtype: 'init', cwd: '/p', tools: ['Bash'], mcp_servers: [] },
				...{ model: 'opus', permissionMode: 'default', slash_commands: ['compact'] },
			}),
			{ uuid: ID },
		],
		['a hook', line({ type: 'system', subtype: 'hook_response', hook_name: 'x' }), {}],
		[
			'a call',
			line({
				type: 'assistant',
				message: {
					...{ id: 'msg_1', role: 'assistant', type: 'message', stop_reason: null },
					content: [
						{ type: 'text', text: 'I look.' },
						{ type: 'tool_use', id: 'toolu_1', name: 'Read', input: {} },
						{ type: 'tool_use', id: 'toolu_2', name: 'Bash', input: { command: 'ls' } },
					],
				},
				parent_tool_use_id: null,
			}),
			{ hasAnswered: true, turns: 2, said: 'I look.' },
		],
		["a subagent's", line({ type: 'assistant', message: { content: [] }, parent_tool_use_id: 'toolu_1' }), {}],
		['an answer of a tool', line({ type: 'user', message: { content: [{ type: 'tool_result', content: 'a' }] } }), {}],
		[
			'the end',
			line({
				...{ type: 'result', subtype: 'success', is_error: false, duration_ms: 2_000 },
				...{ num_turns: 3, result: 'Done.', total_cost_usd: 0.1, permission_denials: [] },
			}),
			{ turns: 3, said: 'Done.', result: { isError: false, text: 'Done.' } },
		],
		[
			'an end without one',
			line({
				...{ type: 'result', subtype: 'error_during_execution', is_error: true, num_turns: 0 },
				errors: [`No conversation found with session ID: ${ID}`, 7],
			}),
			{
				turns: 0,
				result: { isError: true, text: `No conversation found with session ID: ${ID}` },
			},
		],
		[
			'too many turns',
			line({ type: 'result', subtype: 'error_max_turns', is_error: false, num_turns: 40 }),
			{ turns: 40, result: { isError: true, text: undefined } },
		],
		['an id that is none', { type: 'system', subtype: 'init', session_id: '--help' }, {}],
	])('%s', (_, json, change) => {
		expect(withLine(BEFORE, json)).toEqual({ ...BEFORE, ...change });
	});
});

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
const GONE_ID = '9a8b7c6d-0404-4000-8410-000000000404';

describe('a session that is gone', () => {
	it.each([
		[`No conversation found with session GONE_ID: ${GONE_ID}`],
		[`Error: No session found with GONE_ID ${GONE_ID}`],
		[`No such session: ${GONE_ID}`],
		[`Session ${GONE_ID} not found`],
		[`session ${GONE_ID} does not exist`],
		[`The conversation ${GONE_ID} has expired`],
		[`SessionNotFoundError: ${GONE_ID}`],
		['InvalidSessionError'],
		['Invalid session GONE_ID'],
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
		[`session ${GONE_ID} was killed`],
		[`could not write ${GONE_ID}.jsonl: ENOSPC`],
		['the build exited with 1 at cache.ts:404'],
		['Error: Input must be provided either through stdin or as a prompt argument'],
		[`Session GONE_ID ${GONE_ID} is already in use.`],
	])('%s', (message) => {
		expect(saysStale(message)).toBe(false);
	});
});
