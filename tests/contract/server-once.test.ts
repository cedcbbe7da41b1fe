import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { hookFor } from '../../src/events/handle.ts';
import { eventOf } from '../../src/host/hook-tool.ts';
import { claimKey } from '../../src/host/messages.ts';
import { builtServer, callOf, markersIn, startServer } from '../support/live-server.ts';
import {
	configDirOf,
	eventsOf,
	journalOf,
	makeGatedWorld,
	placeOf,
	playEvents,
	sendToBoth,
} from '../support/two-doors.ts';

const recorded = fileURLToPath(new URL('recorded', import.meta.url));
const inputs = readdirSync(recorded, { recursive: true, encoding: 'utf8' })
	.filter((name) => name.endsWith('.json'))
	.map((name) => [name, JSON.parse(readFileSync(join(recorded, name), 'utf8'))] as const);

/** The event as the server reads it from the call that Claude Code makes of it. */
const byServer = (event: object) => eventOf(callOf(event).arguments, hookFor(event)?.input.shape ?? {});
const keyOf = (event: object) => claimKey(event, hookFor(event)?.identity);

describe('both doors give an event the same key', () => {
	it.each(inputs)('%s', (_, event) => {
		expect(keyOf(byServer(event))).toBe(keyOf(event));
	});

	const stop = { hook_event_name: 'Stop', session_id: 's', prompt_id: 'p', background_tasks: [] };
	it.each([
		['a typed command without arguments', { command_name: 'req:status', command_args: '' }],
		['a prompt of nothing but an image', { prompt: '' }],
		['a prompt that looks like JSON', { prompt: '{"a": 1}' }],
		['a line separator, an emoji, half of one', { prompt: '\u2028\u{1f600}\ud83d' }],
		['a large prompt', { prompt: 'ä'.repeat(1_500_000) }],
	])('%s', (_, fields) => {
		for (const hook_event_name of ['UserPromptSubmit', 'UserPromptExpansion']) {
			const event = { hook_event_name, prompt_id: 'p', ...fields };
			expect(keyOf(byServer(event))).toBe(keyOf(event));
			expect(keyOf(event)).toBeDefined();
		}
	});

	it.each([
		{ ...stop, stop_hook_active: false, last_assistant_message: '' },
		{ ...stop, stop_hook_active: true },
		{ ...stop, prompt_id: null, stop_hook_active: false },
	])('a stop: %j', (event) => {
		expect(keyOf(byServer(event))).toBe(keyOf(event));
	});

	it('different events have different keys', () => {
		const call = { hook_event_name: 'PreToolUse', prompt_id: 'p', tool_use_id: 'call_0' };
		const events = [
			{ ...call, tool_input: { command: 'ls' } },
			{ ...call, tool_input: { command: 'git commit' } },
			{ ...call, tool_input: { command: 'ls' }, prompt_id: 'q' },
			{ ...call, tool_input: { command: 'ls' }, agent_id: 'a' },
			{ ...call, tool_input: { command: 'ls' }, hook_event_name: 'PostToolUse' },
			{ ...stop, stop_hook_active: false },
			{ ...stop, stop_hook_active: true },
			{ ...stop, stop_hook_active: true, last_assistant_message: 'Done.' },
		];
		expect(new Set(events.map(keyOf)).size).toBe(events.length);
	});

	it.each(['SessionStart', 'SessionEnd', 'PostCompact', 'SubagentStop', 'toString'])(
		'%s has none, so it has one receiver',
		(hook_event_name) => {
			expect(keyOf({ hook_event_name, prompt_id: 'p', tool_use_id: 't' })).toBeUndefined();
		},
	);
});

it('a call whose id a gateway gave to another call of the turn is checked', async () => {
	await using world = await makeGatedWorld();
	await using server = await startServer(placeOf(world));
	const [one, other] = eventsOf(world, [
		{ hook: 'pre-tool-use', edit: 'src/a.ts', stdin: { tool_use_id: 'call_0' } },
		{ hook: 'pre-tool-use', edit: 'src/b.ts', stdin: { tool_use_id: 'call_0' } },
	]);
	expect(await server.ask(one ?? {})).toContain('"deny"');
	expect(await server.ask(other ?? {})).toContain('"deny"');
});

it('an event of a project without a config that goes wrong leaves no trace', async () => {
	await using world = await makeGatedWorld();
	rmSync(`${world.repo}/.claude`, { recursive: true });
	await using server = await startServer(placeOf(world));
	const [event] = eventsOf(world, [{ hook: 'pre-tool-use', edit: 'a.ts', stdin: { tool_name: 7 } }]);
	expect(await server.ask(event ?? {})).toBe('');
	expect(existsSync(join(configDirOf(world), 'requirements/calls'))).toBe(false);
});

it('a marker whose server is another process now is removed before the first event', async () => {
	await using world = await makeGatedWorld();
	await using server = await startServer(placeOf(world));
	await expect.poll(() => markersIn(configDirOf(world))).toHaveLength(1);
	process.kill(server.pid, 'SIGSTOP');
	const [name = ''] = markersIn(configDirOf(world));
	const file = join(configDirOf(world), 'requirements/live', name);
	const text = readFileSync(file, 'utf8');
	const other = spawnSync('sh', ['-c', `echo '${text.trim()}-earlier' > '${file}'`]);
	expect(other.status).toBe(0);
	const [start, edit] = eventsOf(world, [{ hook: 'session-start' }, { hook: 'pre-tool-use', edit: 'a.ts' }]);
	const answers = await playEvents(world, [start ?? {}, edit ?? {}], (event) =>
		sendToBoth(event, placeOf(world), undefined),
	);
	process.kill(server.pid, 'SIGCONT');
	expect(answers.answers[1]).toEqual([expect.stringContaining('"deny"')]);
	expect(journalOf(world).filter((line) => line.includes('"refuse"'))).toHaveLength(1);
});

it('events in one chunk are each answered, and half a line at the end of the input is none', async () => {
	await using world = await makeGatedWorld();
	const prompt = `Ä\u2028${'x'.repeat(3_000_000)}`;
	const events = eventsOf(world, [
		{ hook: 'pre-tool-use', edit: 'src/a.ts' },
		{ hook: 'user-prompt-submit', stdin: { prompt } },
		{ hook: 'pre-tool-use', edit: 'src/b.ts' },
	]);
	const lines = events.map((event, id) =>
		JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: callOf(event) }),
	);
	const half = lines[0]?.slice(0, 200) ?? '';
	const { stdout, status } = spawnSync(process.execPath, [builtServer], {
		...placeOf(world),
		input: `${lines.join('\n')}\n${half}`,
		encoding: 'utf8',
	});
	expect(status).toBe(0);
	const responses = stdout
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line));
	expect(responses.map(({ id }) => id).sort()).toEqual([0, 1, 2]);
	expect(stdout.match(/deny/g)).toHaveLength(2);
	const kinds = journalOf(world).map((line) => JSON.parse(line).e);
	expect(kinds.sort()).toEqual(['prompt', 'refuse', 'refuse']);
});
