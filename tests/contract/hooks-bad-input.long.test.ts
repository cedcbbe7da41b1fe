import { describe, expect, it } from 'vitest';
import { lapses } from '../support/case-checks.ts';
import { eventOf } from '../support/case-events.ts';
import { fillIn } from '../support/case-placeholders.ts';
import {
	type CaseWorld,
	changedPaths,
	hookEnv,
	makeCaseWorld,
	snapshot,
	writeFileOf,
} from '../support/case-world.ts';
import { type HookName, hookNames, runHookProcess } from '../support/run-hook.ts';

const FIVE_MB = JSON.stringify({ session_id: 'abc12345', text: 'x'.repeat(5 * 1024 * 1024) });

/** What is not one event; the text on stdin. */
const NO_EVENTS: readonly [string, string][] = [
	['nothing', ''],
	['no JSON', '{"session_id":"abc'],
	['a list', '[]'],
	['a number', '5'],
	['null', 'null'],
	['5 MB', FIVE_MB],
	['two documents', '{}{}'],
];

/** Events with keys of the wrong type, or with an id that is none; the keys that differ. */
const WRONG_KEYS: readonly [string, Readonly<Record<string, unknown>>][] = [
	['a session id that is a number', { session_id: 5 }],
	['a session id with a slash', { session_id: 'a/b' }],
	['a session id that leads upwards', { session_id: '../../../x' }],
	['a session id with NUL', { session_id: 'abc\0' }],
	['an empty session id', { session_id: '' }],
	['a cwd that is a list', { cwd: ['/'] }],
	['a prompt id that is an object', { prompt_id: {} }],
];

/** Keys that only some events have. */
const WRONG_OWN_KEYS: readonly [HookName, Readonly<Record<string, unknown>>][] = [
	['pre-tool-use', { tool_name: 7 }],
	['pre-tool-use', { tool_input: 'rm' }],
	['post-tool-use', { tool_input: null }],
	['post-tool-use-failure', { tool_input: 'npm test' }],
	['stop', { stop_hook_active: 'yes' }],
	['stop', { background_tasks: 'none' }],
	['user-prompt-expansion', { command_name: ['arch-review'] }],
	['session-start', { source: 1 }],
	['session-end', { reason: {} }],
	['user-prompt-submit', { prompt: ['Go on.'] }],
	['user-prompt-submit', { prompt: null }],
	['post-compact', { compact_summary: 4 }],
	['subagent-stop', { agent_type: {} }],
	['subagent-stop', { last_assistant_message: ['Done.'] }],
	['pre-compact', { agent_id: 7 }],
];

async function configuredWorld(): Promise<CaseWorld> {
	const world = await makeCaseWorld(true);
	const config = { requirements: { commit_plan: {} } };
	writeFileOf(world, `${world.repo}/.claude/requirements.yaml`, config);
	return world;
}

/** Runs a hook on a raw text; what it did wrong, what it said, and which files it touched. */
function runRaw(world: CaseWorld, hook: HookName, stdin: string) {
	const before = snapshot(world);
	const result = runHookProcess(hook, { cwd: world.repo, stdin, env: hookEnv(world) });
	const after = snapshot(world);
	const changed = changedPaths(before, after);
	return { lapses: lapses(result), stdout: result.stdout, changed, after };
}

function eventWith(world: CaseWorld, hook: HookName, wrong: Readonly<Record<string, unknown>>) {
	const call = hook === 'user-prompt-expansion' ? { skill: 'arch-review' } : { edit: 'a.txt' };
	const event = fillIn(eventOf({ hook, ...call }, 1), world.names, world.now) as object;
	return JSON.stringify({ ...event, ...wrong });
}

/** A hook that refused its input was silent, and left one fault line and nothing else. */
function expectOneFault(world: CaseWorld, ran: ReturnType<typeof runRaw>): void {
	const faults = `${world.repo}/.git/requirements/faults.jsonl`;
	expect({ ...ran, after: undefined }).toMatchObject({ lapses: [], stdout: '', changed: [faults] });
	const lines = ran.after.get(faults)?.trimEnd().split('\n') ?? [];
	expect(lines).toHaveLength(1);
	expect(JSON.parse(lines[0] ?? '').code).toMatch(/^bad_(input|session_id)$/);
}

describe.each(hookNames)('%s', (hook) => {
	it.each(NO_EVENTS)('%s on stdin is one fault line', async (_, stdin) => {
		await using world = await configuredWorld();
		expectOneFault(world, runRaw(world, hook, stdin));
	});

	it.each(WRONG_KEYS)('%s is one fault line', async (_, wrong) => {
		await using world = await configuredWorld();
		expectOneFault(world, runRaw(world, hook, eventWith(world, hook, wrong)));
	});

	it('bad input leaves no trace where nothing is configured', async () => {
		await using world = await makeCaseWorld(true);
		expect(runRaw(world, hook, '[]')).toMatchObject({ lapses: [], stdout: '', changed: [] });
	});
});

it.each(WRONG_OWN_KEYS)('%s with %j is one fault line', async (hook, wrong) => {
	await using world = await configuredWorld();
	expectOneFault(world, runRaw(world, hook, eventWith(world, hook, wrong)));
});
