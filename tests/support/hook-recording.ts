import type { ClientWorld } from './client-world.ts';
import type { HookCall } from './hook-recorder.ts';

type Json = Readonly<Record<string, unknown>>;

/** What distinguishes an input from others of its event: `Edit` → `edit`, SessionStart → its source. */
export function variantOf(input: HookCall['input']): string {
	const by = input['agent_id'] === undefined ? [] : ['by-agent'];
	const of: Record<string, () => readonly string[]> = {
		SessionStart: () => [String(input['source'])],
		SessionEnd: () => [String(input['reason'])],
		UserPromptSubmit: () => [promptKind(String(input['prompt']))],
		UserPromptExpansion: () => [input['command_args'] === '' ? 'plain' : 'with-arguments'],
		PostCompact: () => [String(input['trigger'])],
		SubagentStop: () => [input['agent_type'] === '' ? 'compaction' : 'agent'],
		Stop: () => stopKind(input),
		TaskCompleted: () => ['plain'],
	};
	const event = of[input.hook_event_name];
	return (event === undefined ? [...toolKind(input), ...by] : event()).join('-');
}

function promptKind(prompt: string): string {
	if (prompt.startsWith('<task-notification>')) return 'task-notification';
	return prompt.startsWith('/') ? 'typed-command' : 'plain';
}

function stopKind(input: Json): readonly string[] {
	const tasks = (input['background_tasks'] ?? []) as readonly { readonly type: string }[];
	const running = [...new Set(tasks.map(({ type }) => type))].sort().map((type) => `with-${type}`);
	const again = input['stop_hook_active'] === true ? ['again'] : [];
	return again.length + running.length === 0 ? ['plain'] : [...again, ...running];
}

function toolKind(input: Json): readonly string[] {
	const tool = String(input['tool_name']).replaceAll('__', '-').replaceAll('_', '-');
	const name = tool.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
	const call = input['tool_input'] as Json;
	const background = call['run_in_background'] === true ? ['background'] : [];
	const commit = String(call['command']).includes('git commit') ? ['commit'] : [];
	const plan = String(call['file_path']).includes('/plans/') ? ['plan'] : [];
	return [name, ...background, ...commit, ...plan];
}

/** The input as stored: ids and paths of the world it was recorded in become placeholders. */
export function withPlaceholders(input: HookCall['input'], world: ClientWorld): string {
	const slug = world.repo.replaceAll(/[^A-Za-z0-9]/g, '-');
	const names: [unknown, string][] = [
		[world.repo, '$CWD'],
		[world.home, '$HOME'],
		[slug, '$SLUG'],
		[world.root, '$ROOT'],
		[input['session_id'], '$SESSION'],
		[input['prompt_id'], '$PROMPT'],
		[input['agent_id'], '$AGENT'],
		[input['tool_use_id'], '$TOOL_USE'],
		...taskIds(input),
	];
	let stored = JSON.stringify(input, undefined, '\t');
	for (const [actual, name] of names) {
		if (typeof actual === 'string' && actual !== '') stored = stored.replaceAll(actual, name);
	}
	return `${stored
		.replaceAll(/\$ROOT\/tmp\/claude-\d+/g, '$TMP')
		.replaceAll(/plans\/[\w-]+\.md/g, 'plans/a-plan.md')
		.replaceAll(/"duration_ms": \d+/g, '"duration_ms": 5')
		.replaceAll(/"seconds_since_last_response": \d+/g, '"seconds_since_last_response": 5')
		.replaceAll(/"sha": "[0-9a-f]+"/g, '"sha": "1234567"')
		.replaceAll(/\[feature\/x [0-9a-f]+\]/g, '[feature/x 1234567]')}\n`;
}

function taskIds(input: Json): [unknown, string][] {
	const tasks = (input['background_tasks'] ?? []) as readonly { readonly id: string }[];
	const response = (input['tool_response'] ?? {}) as Json;
	const noticed = /<task-id>(\w+)<\/task-id>\n<tool-use-id>(\w+)/.exec(String(input['prompt']));
	return [
		...tasks.map(({ id }, index): [unknown, string] => [id, `$TASK_${index + 1}`]),
		[response['agentId'], '$TASK_1'],
		[response['backgroundTaskId'], '$TASK_1'],
		[noticed?.[1], '$TASK_1'],
		[noticed?.[2], '$TOOL_USE'],
	];
}
