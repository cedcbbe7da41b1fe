import { describe, expect, it } from 'vitest';
import { type ClientOutput, withLine } from './client-output.ts';

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
			{ hasAnswered: true, turns: 2, tool: 'Bash', said: 'I look.' },
		],
		[
			"a subagent's",
			line({ type: 'assistant', message: { content: [] }, parent_tool_use_id: 'toolu_1' }),
			{},
		],
		[
			'an answer of a tool',
			line({ type: 'user', message: { content: [{ type: 'tool_result', content: 'a' }] } }),
			{},
		],
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
