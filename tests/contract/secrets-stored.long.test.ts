import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { type SecretText, secretText } from '../support/planted-secrets.ts';
import { type HookName, runHookProcess } from '../support/run-hook.ts';
import { ANA, GATED, makeReqWorld, type ReqWorld, ran } from '../support/run-req.ts';

/** Every door to what is stored; each secret tells which one it came through. */
const used: SecretText[] = [];
let world: ReqWorld;

function through(door: string): string {
	return plant(door).text;
}

/** Through a door for one word. */
function alone(door: string): string {
	return plant(door).token;
}

function plant(door: string): SecretText {
	const planted = secretText(door);
	used.push(planted);
	return planted;
}

async function event(name: HookName, hook_event_name: string, input: object): Promise<void> {
	const { exit } = await world.hook(name, ANA, { hook_event_name, prompt_id: 'p1', ...input });
	expect(exit).toBe(0);
}

async function tool(tool_name: string, tool_input: object, response: object = {}): Promise<void> {
	const call = { tool_name, tool_input, tool_use_id: 'toolu_1' };
	await event('pre-tool-use', 'PreToolUse', call);
	await event('post-tool-use', 'PostToolUse', { ...ran(tool_name, tool_input, response), ...call });
}

/** What the client tells of a session at work. */
async function byHooks(): Promise<void> {
	await event('user-prompt-expansion', 'UserPromptExpansion', {
		command_name: 'arch-review',
		command_args: through('arguments'),
		prompt: `/arch-review ${through('expansion')}`,
	});
	const file_path = `${world.repo}/src/a.ts`;
	await tool('Edit', {
		file_path,
		old_string: through('old-text'),
		new_string: through('new-text'),
	});
	await tool('Write', { file_path: `${world.repo}/src/${alone('path')}.ts`, content: 'export {}' });
	await tool('Skill', { skill: 'arch-review', args: through('skill') }, { success: true });
	await tool('Bash', { command: `npm test -- -t "${through('test')}"` }, { stdout: through('output') });
	const subject = through('commit');
	await tool(
		'Bash',
		{ command: `git commit -m "${subject}"`, description: through('description') },
		{ stdout: `[feature/x 1a2b3c4] ${subject}\n 1 file changed`, stderr: '' },
	);
	await tool(`mcp__server__${alone('tool-name')}`, {});
	await tool('Bash', { command: `req approve on_main --by "${through('protected')}"` });
	await tool(
		'TaskCreate',
		{ subject: through('task-subject'), description: through('task-description') },
		{ task: { id: '1', subject: 'see above' } },
	);
	await tool('TaskUpdate', { taskId: '1', subject: through('task-update'), status: 'in_progress' });
	await event('user-prompt-submit', 'UserPromptSubmit', {
		prompt: `We decided to use the cache, ${through('prompt')}. Blocked by access, ${through('blocked')}.`,
	});
	await event('post-compact', 'PostCompact', {
		...{ trigger: 'manual', compact_summary: through('summary') },
	});
	await event('subagent-stop', 'SubagentStop', {
		...{ agent_id: 'a1', agent_type: 'Explore', stop_hook_active: false },
		last_assistant_message: through('subagent'),
	});
	await event('stop', 'Stop', {
		...{ stop_hook_active: false, background_tasks: [] },
		last_assistant_message: through('held'),
	});
	runHookProcess('stop', { cwd: world.repo, stdin: `{"x": ${through('no-json')}`, env: world.env });
}

/** What a person or the model says by a command. */
async function byCommands(): Promise<void> {
	const asUser = (...args: readonly string[]) => world.req(...args, '--session', ANA);
	await asUser('note', 'pin', 'label', through('pin'));
	await asUser('note', 'pin', alone('pin-label'), 'nothing');
	await asUser('learn', through('learn-learning'));
	for (const kind of ['pattern', 'warning', 'decision']) {
		await asUser('learn', kind, through(`learn-${kind}`));
	}
	await asUser('note', 'next', through('next'));
	await asUser('note', 'blocker', 'access', through('block'));
	await asUser('task', 'add', through('task'), '--description', through('told-of-task'));
	await asUser('task', 'add', 'another', '--stage', alone('task-stage'));
	await asUser('session', 'capture', through('note'));
	await asUser('session', 'name', alone('name'));
	await asUser('session', 'phase', alone('phase'));
	await asUser('session', 'continue', alone('reference'));
	await asUser('satisfy', 'note_written', '--evidence', through('evidence'));
	await asUser('done', 'arch-review', '--evidence', through('done'));
	await asUser('approve', 'on_main', '--by', through('approval'));
	await world.req('pause', '--reason', through('reason'));
}

beforeAll(async () => {
	world = await makeReqWorld(GATED);
	await world.start(ANA);
	await byHooks();
	await byCommands();
	await event('stop', 'Stop', {
		...{ stop_hook_active: true, background_tasks: [] },
		last_assistant_message: through('message'),
	});
	await event('session-end', 'SessionEnd', { reason: 'other' });
	return () => world[Symbol.asyncDispose]();
}, 120_000);

function storedTexts(): { path: string; text: string }[] {
	const folders = [join(world.repo, '.git/requirements'), world.configDir];
	return folders
		.flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
		.filter((path) => statSync(path).isFile())
		.map((path) => ({ path, text: `${path}\n${readFileSync(path, 'utf8')}` }));
}

it('no secret that came through any door is stored', () => {
	const texts = storedTexts();
	const kept = used.filter(({ secrets }) => secrets.some((secret) => texts.some(({ text }) => text.includes(secret))));
	expect(kept.map(({ door }) => door)).toEqual([]);
});

/** Doors behind which something is stored. */
const OPEN = [
	...['test', 'commit', 'task-subject', 'task-update', 'pin', 'next', 'block', 'task'],
	...['learn-learning', 'learn-pattern', 'learn-warning', 'learn-decision', 'told-of-task'],
	...['prompt', 'summary', 'subagent', 'message', 'note', 'evidence', 'done', 'approval', 'reason'],
];

it('the doors were open: what stands around the secrets is stored', () => {
	const texts = storedTexts();
	const open = used.filter(({ word }) => texts.some(({ text }) => text.includes(word)));
	expect(open.map(({ door }) => door)).toEqual(expect.arrayContaining(OPEN));
});

it('a pin is stored, on disk, without what it must not say', () => {
	const file = join(world.repo, '.git/requirements/sessions', `${ANA}.json`);
	const { pins } = JSON.parse(readFileSync(file, 'utf8'));
	expect(pins).toContainEqual(
		expect.objectContaining({
			label: 'label',
			content: 'through-pin with [redacted:github] and DB_PASSWORD=[redacted:value]',
		}),
	);
});
