/**
 * Records what the real clients give to hooks into tests/contract/recorded/<client version>/:
 * `npx tsx scripts/record.ts`, after `npm run test:e2e` has installed the clients.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ClientVersion, clientVersions } from '../tests/support/client-binary.ts';
import { type ClientWorld, openWorld, type RunOptions } from '../tests/support/client-world.ts';
import { installRecorder } from '../tests/support/hook-recorder.ts';
import { variantOf, withPlaceholders } from '../tests/support/hook-recording.ts';
import { bash, call, skill, text, write } from '../tests/support/model-turns.ts';
import { promptText } from '../tests/support/seen-by-model.ts';

const recorded = fileURLToPath(new URL('../tests/contract/recorded/', import.meta.url));

/** A plugin named like ours, so that its typed skills look like ours. */
function writePlugin(dir: string): void {
	const files = {
		'.claude-plugin/plugin.json': '{ "name": "req", "skills": "./.claude/skills/" }',
		'.claude/skills/arch-review/SKILL.md': '---\nname: arch-review\ndescription: Review the plan.\n---\nReview it.\n',
		'.claude/skills/broken/SKILL.md': '---\nname: broken\ndescription: Cannot load.\n---\n!`exit 3`\n',
	};
	for (const [name, body] of Object.entries(files)) {
		mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
		writeFileSync(path.join(dir, name), body);
	}
}

/** Holds the first Stop of each turn, so that a second one with `stop_hook_active` follows. */
const holdOnce = JSON.stringify({
	hooks: {
		Stop: [
			{
				hooks: [
					{
						type: 'command',
						command: `grep -q '"stop_hook_active":true' || echo '{"decision":"block","reason":"Once more."}'`,
					},
				],
			},
		],
	},
});

const notebook = JSON.stringify({
	cells: [{ cell_type: 'code', id: 'a1', metadata: {}, outputs: [], source: ['x = 1'] }],
	metadata: {},
	nbformat: 4,
	nbformat_minor: 5,
});

function tools(world: ClientWorld): RunOptions {
	const [file, book] = [world.path('a.ts'), world.path('n.ipynb')];
	world.write('n.ipynb', notebook);
	return {
		main: [
			skill('req:arch-review'),
			skill('broken'),
			skill('unknown'),
			write(file, 'export const one = 1;\n'),
			call('Edit', { file_path: file, old_string: '1;', new_string: '2;' }),
			call('Read', { file_path: book }),
			call('NotebookEdit', { notebook_path: book, cell_id: 'a1', new_source: 'x = 2' }),
			[bash('echo hello'), bash('exit 3')],
			bash('git add -A && git commit -m "feat: one"'),
			bash('sleep 3', { run_in_background: true }),
			call('mcp__fs__write_file', { path: world.path('m.txt'), content: 'm' }),
			call('TaskCreate', { subject: 'A task', description: 'To do.' }),
			call('TaskUpdate', { taskId: '1', status: 'in_progress' }),
			call('TaskUpdate', { taskId: '1', status: 'completed' }),
			text('Done with the tools.'),
		],
	};
}

function agents(world: ClientWorld): RunOptions {
	return {
		main: [
			call('Agent', { description: 'help', prompt: 'Help.', subagent_type: 'general-purpose' }),
			text('The agent works.'),
		],
		agent: [write(world.path('b.ts')), bash('sleep 2'), text('Helped.')],
	};
}

const plan: RunOptions = {
	mode: 'plan',
	approves: true,
	main: [
		(request) => {
			const [file] = /\S+\/plans\/[\w-]+\.md/.exec(promptText(request)) ?? [''];
			return write(file, '# A plan\n');
		},
		call('ExitPlanMode', { plan: '# A plan\n' }),
		text('Planned.'),
	],
};

async function record(client: ClientVersion): Promise<void> {
	const plugin = path.join(process.env['TMPDIR'] ?? '/tmp', `req-record-${process.pid}`);
	writePlugin(plugin);
	await using world = await openWorld({ client, plugin });
	const { settings, calls } = installRecorder(path.join(world.root, 'recorder'));
	const play = (options: RunOptions) =>
		world.run({ ...options, args: ['--settings', settings, ...(options.args ?? [])] });

	await play({ prompts: ['/arch-review the plan'] });
	await play({ prompts: ['/req:arch-review'] });
	await play({ ...tools(world), mcp: true });
	await play(agents(world));
	await play(plan);
	const { session } = await play({ prompts: ['one', 'two', '/compact', 'three'] });
	await play({ args: ['--resume', session] });
	await play({ args: ['--resume', session, '--fork-session'] });
	await play({ prompts: ['one', '/clear', 'two'] });
	world.write('.claude/settings.json', holdOnce);
	await play({});

	const folder = path.join(recorded, client);
	// Of a client recorded before, only the inputs that tests/contract/recorded kept.
	const wanted = existsSync(folder) ? readdirSync(folder) : undefined;
	mkdirSync(folder, { recursive: true });
	const kept = new Set<string>();
	for (const { input } of calls()) {
		const name = `${input.hook_event_name}-${variantOf(input)}.json`;
		if (kept.has(name) || wanted?.includes(name) === false) continue;
		kept.add(name);
		writeFileSync(path.join(folder, name), withPlaceholders(input, world));
	}
	rmSync(plugin, { recursive: true });
	console.log(`${client}: ${kept.size} inputs`);
}

for (const client of clientVersions) await record(client);
