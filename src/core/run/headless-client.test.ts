import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientArgs, signalIn, taskPrompt } from './headless-client.ts';

const AT = '2026-11-20T10:00:00.000Z';

it('whatever a task list holds stays in its own line, and findings in a quotation', () => {
	const unit = fc.constantFrom(
		'a',
		' ',
		'"',
		'>',
		'\n',
		'\r',
		'\u001b',
		'\u0085',
		'\u202e',
		'\u2028',
		'é',
		'漢',
	);
	const text = fc.string({ unit });
	fc.assert(
		fc.property(text, text, text, (title, description, findings) => {
			const task = {
				...{ id: 't1', title, description, stage: title, status: 'open' as const },
				...{ branch: 'main', source: 'req' as const, flagged_incomplete: false },
				...{ created_at: AT, last_activity: AT },
			};
			const prompt = taskPrompt({ task, findings, isResumed: false });
			const lines = prompt.split('\n');
			const at = lines.indexOf('What the last session on it said at its end:');
			expect(lines.slice(0, 5).map((line) => line.split(':')[0])).toEqual([
				'Work on task t1 of this branch.',
				...['Task', 'What there is to know', 'Stage', ''],
			]);
			expect(lines.slice(at + 1).every((line) => line.startsWith('> '))).toBe(true);
			expect(prompt).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
		}),
	);
});

const NONE = { permissionMode: undefined, model: undefined, allowedTools: undefined, more: [] };
const HEAD = [
	...['-p', '--output-format', 'stream-json', '--verbose'],
	...['task', 'learn', 'note', 'inherit ack'].flatMap((name) => [
		'--allowed-tools',
		`Bash(req ${name}:*)`,
	]),
];

it('the client is told what to resume, and nothing of a task', () => {
	expect(clientArgs(NONE, undefined)).toEqual(HEAD);
	expect(clientArgs({ ...NONE, more: ['--max-turns', '4'] }, 'ID')).toEqual([
		...HEAD,
		...['--resume', 'ID', '--max-turns', '4'],
	]);
	const all = { ...NONE, permissionMode: 'plan', model: 'opus', allowedTools: 'Bash,Read' };
	expect(clientArgs(all, undefined)).toEqual([
		...HEAD,
		...['--permission-mode', 'plan', '--model', 'opus', '--allowed-tools', 'Bash,Read'],
	]);
});

const ID = '1a2b3c4d-0000-4000-8000-000000000001';

/** A line as the client prints it. */
function line(message: object): unknown {
	return { session_id: ID, uuid: '0b1c2d3e-0000-4000-8000-000000000009', ...message };
}

describe('signalIn', () => {
	it.each<[string, unknown, unknown]>([
		[
			'the start',
			line({
				...{ type: 'system', subtype: 'init', cwd: '/p', tools: ['Bash'], mcp_servers: [] },
				...{ model: 'opus', permissionMode: 'default', slash_commands: ['compact'] },
			}),
			{ kind: 'session', uuid: ID },
		],
		['a hook', line({ type: 'system', subtype: 'hook_response', hook_name: 'x' }), undefined],
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
			{ kind: 'turn', tools: ['Read', 'Bash'], text: 'I look.' },
		],
		[
			"a subagent's",
			line({ type: 'assistant', message: { content: [] }, parent_tool_use_id: 'toolu_1' }),
			undefined,
		],
		[
			'an answer of a tool',
			line({ type: 'user', message: { content: [{ type: 'tool_result', content: 'a' }] } }),
			undefined,
		],
		[
			'the end',
			line({
				...{ type: 'result', subtype: 'success', is_error: false, duration_ms: 2_000 },
				...{ num_turns: 3, result: 'Done.', total_cost_usd: 0.1, permission_denials: [] },
			}),
			{ kind: 'result', isError: false, text: 'Done.', turns: 3 },
		],
		[
			'an end without one',
			line({
				...{ type: 'result', subtype: 'error_during_execution', is_error: true, num_turns: 0 },
				errors: [`No conversation found with session ID: ${ID}`, 7],
			}),
			{
				...{ kind: 'result', isError: true, turns: 0 },
				text: `No conversation found with session ID: ${ID}`,
			},
		],
		[
			'too many turns',
			line({ type: 'result', subtype: 'error_max_turns', is_error: false, num_turns: 40 }),
			{ kind: 'result', isError: true, text: undefined, turns: 40 },
		],
		['an id that is no text', { type: 'system', subtype: 'init', session_id: 7 }, undefined],
	])('%s', (_, json, signal) => {
		expect(signalIn(json)).toEqual(signal);
	});

	it('takes any JSON', () => {
		const type = fc.constantFrom('system', 'assistant', 'result', 'user');
		const known = fc.record({
			...{ type, subtype: fc.constantFrom('init', 'success'), message: fc.jsonValue() },
			...{ session_id: fc.jsonValue(), errors: fc.jsonValue(), num_turns: fc.jsonValue() },
		});
		fc.assert(
			fc.property(fc.oneof(fc.jsonValue(), known), (json) => {
				const signal = signalIn(json);
				if (signal?.kind === 'turn') expect(Array.isArray(signal.tools)).toBe(true);
				if (signal?.kind === 'session') expect(typeof signal.uuid).toBe('string');
				if (signal?.kind === 'result') expect(typeof signal.isError).toBe('boolean');
			}),
		);
	});
});
