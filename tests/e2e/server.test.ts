import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { clientVersions } from '../support/client-binary.ts';
import { playAtTerminal } from '../support/client-terminal.ts';
import { type ClientWorld, checkout, openGatedWorld } from '../support/client-world.ts';
import { plan } from '../support/gated-configs.ts';
import { bash, call, read, skill, text, write } from '../support/model-turns.ts';
import { unbroken } from '../support/pseudo-terminal.ts';
import { failures, mainRequests, promptText } from '../support/seen-by-model.ts';
import { watchNode } from '../support/started-programs.ts';

const LEFT_TO_PROCESSES = ['launch.cjs', 'server.cjs', 'session-end.cjs'];

/** How often each kind of line is in the journals of all sessions. */
function journaled(world: ClientWorld): Readonly<Record<string, number>> {
	const folder = '.git/requirements/sessions';
	const names = readdirSync(world.path(folder)).filter((name) => /^[0-9a-f-]{36}\.jsonl$/.test(name));
	const lines = names.flatMap((name) => world.read(`${folder}/${name}`).trim().split('\n'));
	const counts: Record<string, number> = {};
	for (const line of lines) {
		const { e } = JSON.parse(line) as { e: string };
		counts[e] = (counts[e] ?? 0) + 1;
	}
	return counts;
}

it.each(clientVersions)(
	'%s: the server answers prompts, calls, failures, stops and subagents; processes answer what has no id',
	async (client) => {
		await using world = await openGatedWorld(plan, { client });
		const programs = watchNode(world);
		const edit = write(world.path('a.ts'));
		const helper = { description: 'help', prompt: 'Help.', subagent_type: 'general-purpose' };
		const run = await world.run({
			env: programs.env,
			prompts: ['Build.', '/req:satisfy commit_plan', 'Go on.', '/compact', '/clear', 'Again.'],
			main: [
				...[edit, text('Not yet.'), edit, bash('exit 3'), read(world.path('a.ts'))],
				...[call('Agent', helper), text('Built.')],
				...[text('<summary>It is built.</summary>'), text('<summary>It is built.</summary>')],
				...[write(world.path('c.ts')), text('Not in this session.')],
			],
			agent: [write(world.path('b.ts')), text('Helped.')],
		});
		expect(failures(run)).toEqual([true, false, true, false, false, true]);
		// Two starts, for the compaction and /clear two more; each session ends once.
		const started = programs.take();
		const count = (file: string) => started.filter((one) => one === file).length;
		expect(count('server.cjs')).toBe(1);
		expect(count('launch.cjs')).toBe(3);
		expect(count('session-end.cjs')).toBe(2);
		expect(count('post-compact.cjs')).toBe(1);
		// Claude Code summarizes in a subagent, too.
		expect(count('subagent-stop.cjs')).toBe(2);
		expect(started.filter((one) => /tool-use|prompt|^stop/.test(one))).toEqual([]);
		expect(journaled(world)).toMatchObject({ refuse: 2, start: 3, end: 2 });
		// A hook without an answer is no news for the model, and the server's tool none of its tools.
		expect(JSON.stringify(run.requests)).not.toContain('hook success');
		const tools = run.requests.flatMap((request) => request.tools);
		expect(tools.filter((name) => name.startsWith('mcp__'))).toEqual([]);
	},
);

it('the server answers a shell line of a skill, and one process the completion of a task', async () => {
	await using world = await openGatedWorld(plan);
	const skillText = '---\nname: ship\ndescription: Ships it.\nallowed-tools: Bash\n---\n!`rm -f a.ts`\n';
	world.write('.claude/skills/ship/SKILL.md', skillText);
	const programs = watchNode(world);
	const run = await world.run({
		env: programs.env,
		args: ['--allowedTools', 'TaskCreate TaskUpdate'],
		main: [
			skill('ship'),
			call('TaskCreate', { subject: 'A task', description: 'To do.' }),
			call('TaskUpdate', { taskId: '1', status: 'completed' }),
			text('Done.'),
		],
	});
	expect(failures(run)).toEqual([false, false, false]);
	expect(promptText(mainRequests(run)[1])).toContain(
		'[not run: blocked by hook: req: command that changes a.ts blocked on feature/x: commit_plan',
	);
	expect(programs.take().toSorted()).toEqual([...LEFT_TO_PROCESSES, 'task-completed.cjs']);
	expect(journaled(world)).toMatchObject({ refuse: 1 });
});

it.each(clientVersions)('%s: a resumed session has a server of its own', async (client) => {
	await using world = await openGatedWorld(plan, { client });
	const programs = watchNode(world);
	const edit = write(world.path('a.ts'));
	const first = await world.run({ env: programs.env, main: [edit, skill('arch-review')] });
	expect(programs.take().toSorted()).toEqual(LEFT_TO_PROCESSES);
	const resumed = await world.run({
		env: programs.env,
		args: ['--resume', first.session],
		main: [edit, text('Done.')],
	});
	expect(failures(resumed).at(-1)).toBe(false);
	expect(programs.take().toSorted()).toEqual(LEFT_TO_PROCESSES);
	expect(journaled(world)).toMatchObject({ refuse: 1, start: 2, end: 2 });
});

it.each(clientVersions)('%s: without its server a session is gated all the same', async (client) => {
	await using world = await openGatedWorld(plan, { client });
	const programs = watchNode(world);
	const edit = write(world.path('a.ts'));
	const run = await world.run({
		env: programs.env,
		args: ['--strict-mcp-config'],
		main: [edit, skill('req:arch-review'), edit, text('Done.')],
	});
	expect(failures(run)).toEqual([true, false, false]);
	expect(programs.take()).not.toContain('server.cjs');
	expect(journaled(world)).toMatchObject({ refuse: 1 });
});

it('a session whose server is killed goes on with processes', async () => {
	await using world = await openGatedWorld(plan);
	const programs = watchNode(world);
	const edit = write(world.path('a.ts'));
	const kill = bash('read -r pid rest < ~/.claude/requirements/live/*; kill -9 "$pid"; sleep 1');
	const run = await world.run({
		env: programs.env,
		main: [edit, kill, edit, skill('req:arch-review'), edit, text('Done.')],
	});
	expect(failures(run)).toEqual([true, false, true, false, false]);
	expect(programs.take()).toContain('pre-tool-use.cjs');
	expect(journaled(world)).toMatchObject({ refuse: 2 });
});

it('the build without the server gates by processes, under the same names', async () => {
	await using world = await openGatedWorld(plan, { plugin: `${checkout}/dist/plugin-processes` });
	const programs = watchNode(world);
	const edit = write(world.path('a.ts'));
	const run = await world.run({
		env: programs.env,
		main: [edit, skill('req:arch-review'), edit, text('Done.')],
	});
	expect(failures(run)).toEqual([true, false, false]);
	expect(programs.take()).toEqual(expect.arrayContaining(['pre-tool-use.cjs', 'stop.cjs']));
});

it.each(clientVersions)('%s: at a terminal the server answers, too', async (client) => {
	await using world = await openGatedWorld(plan, { client });
	const programs = watchNode(world);
	const { sent } = await playAtTerminal(world, {
		client,
		env: programs.env,
		typed: 'Build.',
		main: [write(world.path('a.ts')), skill('arch-review'), write(world.path('a.ts')), text('It is built.')],
		until: 'It is built.',
	});
	expect(world.exists('a.ts')).toBe(true);
	const started = programs.take();
	expect(started.filter((one) => one === 'server.cjs')).toHaveLength(1);
	expect(unbroken(sent)).not.toMatch(/notconnected|hookfailed/i);
	// A prompt on the command line comes before the server: both doors get it, and one answers.
	expect(started.filter((one) => /tool-use/.test(one))).toEqual([]);
	expect(journaled(world)).toMatchObject({ refuse: 1, start: 1, prompt: 1 });
});
