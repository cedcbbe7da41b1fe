import { describe, expect, it } from 'vitest';
import { handle } from '../../src/events/handle.ts';
import { lapses } from '../support/case-checks.ts';
import { eventOf } from '../support/case-events.ts';
import { fillIn } from '../support/case-placeholders.ts';
import { type CaseWorld, changedPaths, hookEnv, makeCaseWorld, snapshot, writeFileOf } from '../support/case-world.ts';
import { contextOf } from '../support/context.ts';
import { type HookName, type HookResult, hookNames, runHook, runHookProcess } from '../support/run-hook.ts';

const FIVE_MB = JSON.stringify({ session_id: 'abc12345', text: 'x'.repeat(5 * 1024 * 1024) });

/** What is not one JSON document; the text on stdin. */
const NO_DOCUMENTS: readonly [string, string][] = [
	['nothing', ''],
	['no JSON', '{"session_id":"abc'],
	['5 MB', FIVE_MB],
	['two documents', '{}{}'],
];

/** Documents that are no event. */
const NO_EVENTS: readonly unknown[] = [[], 5, null, 'x', {}, { hook_event_name: 'Elsewhere' }];

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
];

async function configuredWorld(): Promise<CaseWorld> {
	const world = await makeCaseWorld(true);
	const config = { requirements: { commit_plan: {} } };
	writeFileOf(world, `${world.repo}/.claude/requirements.yaml`, config);
	return world;
}

/** What a hook did that was given something else than its event. */
interface Refused {
	readonly stdout: string;
	readonly changed: readonly string[];
	/** Lines of the file of faults. */
	readonly faults: readonly { readonly code: string }[];
}

async function refusedBy(world: CaseWorld, answer: () => HookResult | Promise<HookResult>): Promise<Refused> {
	const before = snapshot(world);
	const result = await answer();
	expect(lapses(result)).toEqual([]);
	const after = snapshot(world);
	const lines = after.get(faultsOf(world))?.trimEnd().split('\n') ?? [];
	const faults = lines.map((line) => JSON.parse(line));
	return { stdout: result.stdout, changed: changedPaths(before, after), faults };
}

function faultsOf({ repo }: CaseWorld): string {
	return `${repo}/.git/requirements/faults.jsonl`;
}

/** It was silent, and left one fault line and nothing else. */
function expectOneFault(world: CaseWorld, refused: Refused): void {
	const faults = [{ code: expect.stringMatching(/^bad_(input|session_id)$/) }];
	expect(refused).toMatchObject({ stdout: '', changed: [faultsOf(world)], faults });
}

function withKeys(world: CaseWorld, hook: HookName, wrong: Readonly<Record<string, unknown>>) {
	const call = hook === 'user-prompt-expansion' ? { skill: 'arch-review' } : { edit: 'a.txt' };
	const event = fillIn(eventOf({ hook, ...call }, 1), world.names, world.now) as object;
	const stdin = JSON.stringify({ ...event, ...wrong });
	return runHook(hook, { cwd: world.repo, stdin, env: hookEnv(world) });
}

it.each(NO_DOCUMENTS)('%s on stdin is one fault line', async (_, stdin) => {
	await using world = await configuredWorld();
	const options = { cwd: world.repo, stdin, env: hookEnv(world) };
	expectOneFault(world, await refusedBy(world, () => runHookProcess('pre-tool-use', options)));
});

it.each(NO_EVENTS)('%j, which is no event, is said to the user and changes nothing', async (event) => {
	await using world = await configuredWorld();
	const { context } = contextOf({ cwd: world.repo, env: hookEnv(world) });
	const before = snapshot(world);
	expect(await handle(event, context)).toEqual({
		systemMessage: 'req: invalid hook input: unknown event name',
	});
	expect(changedPaths(before, snapshot(world))).toEqual([]);
});

it('what is no event leaves no trace if nothing is configured', async () => {
	await using world = await makeCaseWorld(true);
	const options = { cwd: world.repo, stdin: '[]', env: hookEnv(world) };
	const refused = await refusedBy(world, () => runHookProcess('stop', options));
	expect(refused).toMatchObject({ stdout: '', changed: [] });
});

describe.each(hookNames)('%s', (hook) => {
	it.each(WRONG_KEYS)('%s is one fault line', async (_, wrong) => {
		await using world = await configuredWorld();
		expectOneFault(world, await refusedBy(world, () => withKeys(world, hook, wrong)));
	});
});

it.each(WRONG_OWN_KEYS)('%s with %j is one fault line', async (hook, wrong) => {
	await using world = await configuredWorld();
	expectOneFault(world, await refusedBy(world, () => withKeys(world, hook, wrong)));
});
