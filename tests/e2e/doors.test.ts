import { expect, it } from 'vitest';
import { openGatedWorld } from '../support/client-world.ts';
import { review } from '../support/gated-configs.ts';
import { bash, call, text, write } from '../support/model-turns.ts';
import {
	heldStops,
	injectedContext,
	mainRequests,
	promptText,
	toolResults,
} from '../support/seen-by-model.ts';

const plan = `version: 1
requirements:
  commit_plan:
    triggers: [edit, { tool: "mcp__fs__write*" }]
    skills: [arch-review]
`;

it('refuses an edit, names what resolves it, and arms nothing (3)', async () => {
	await using world = await openGatedWorld(plan);

	const run = await world.run({ main: [write(world.path('a.ts')), text('I cannot.')] });

	const [refusal] = toolResults(run);
	expect(refusal?.failed).toBe(true);
	for (const named of [/commit_plan/, /\/(req:)?arch-review/, /req[ :]satisfy commit_plan/]) {
		expect(refusal?.text).toMatch(named);
	}
	expect(world.exists('a.ts')).toBe(false);
	expect(heldStops(run)).toEqual([]);
	expect(JSON.stringify(world.state('feature/x') ?? {})).not.toContain('"triggered":true');
});

it('refuses each of several edits made at once', async () => {
	await using world = await openGatedWorld(plan);
	const files = ['a.ts', 'b.ts', 'c.ts'];

	const run = await world.run({ main: [files.map((file) => write(world.path(file)))] });

	expect(toolResults(run).map(({ failed }) => failed)).toEqual([true, true, true]);
	expect(files.filter(world.exists)).toEqual([]);
});

it('stands before NotebookEdit and a configured MCP tool as before Edit', async () => {
	await using world = await openGatedWorld(plan);
	const cell = { cell_type: 'code', id: 'a1', metadata: {}, outputs: [], source: ['x = 1'] };
	const notebook = { cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 };
	world.write('n.ipynb', JSON.stringify(notebook));
	world.write('a.ts', 'one\n');

	const run = await world.run({
		mcp: true,
		main: [
			[
				call('Read', { file_path: world.path('n.ipynb') }),
				call('Read', { file_path: world.path('a.ts') }),
			],
			call('NotebookEdit', {
				notebook_path: world.path('n.ipynb'),
				cell_id: 'a1',
				new_source: 'x = 2',
			}),
			call('Edit', { file_path: world.path('a.ts'), old_string: 'one', new_string: 'two' }),
			call('mcp__fs__write_file', { path: world.path('m.txt'), content: 'm' }),
		],
	});

	const refused = toolResults(run).filter(({ text }) => text.includes('commit_plan'));
	expect(refused.map(({ name, failed }) => [name, failed])).toEqual([
		['NotebookEdit', true],
		['Edit', true],
		['mcp__fs__write_file', true],
	]);
	expect(world.read('a.ts')).toBe('one\n');
	expect(world.read('n.ipynb')).toContain('x = 1');
	expect(world.exists('m.txt')).toBe(false);
});

it("refuses a subagent's edit", async () => {
	await using world = await openGatedWorld(plan);
	const task = { description: 'help', prompt: 'Help.', subagent_type: 'general-purpose' };

	const run = await world.run({
		main: [call('Agent', task)],
		agent: [write(world.path('a.ts'))],
	});

	expect(toolResults(run, 'agent')).toEqual([
		expect.objectContaining({ failed: true, text: expect.stringContaining('commit_plan') }),
	]);
	expect(world.exists('a.ts')).toBe(false);
});

it('lets the client write its plan; the approved plan satisfies (D31)', async () => {
	await using world = await openGatedWorld(`version: 1
requirements:
  commit_plan:
    plan: true
`);

	const run = await world.run({
		mode: 'plan',
		approves: true,
		main: [
			(request) => {
				const [file] = /\S+\/plans\/[\w-]+\.md/.exec(promptText(request)) ?? [''];
				return write(file, '# A plan\n');
			},
			call('ExitPlanMode', { plan: '# A plan\n' }),
			write(world.path('a.ts')),
		],
	});

	expect(toolResults(run).map(({ name, failed }) => [name, failed])).toEqual([
		['Write', false],
		['ExitPlanMode', false],
		['Write', false],
	]);
	const entries = Object.values(
		world.state('feature/x')?.requirements['commit_plan']?.sessions ?? {},
	);
	expect(entries).toEqual([expect.objectContaining({ satisfied: true, satisfied_by: 'plan' })]);
});

it('reads commands as a shell does (14, 15, D33)', async () => {
	await using world = await openGatedWorld(review);
	const commits = [
		'git commit --allow-empty -m one',
		'git -C . commit --allow-empty -m two',
		"sh -c 'git commit --allow-empty -m three'",
		'cd . && git commit --allow-empty -m four',
		'git commit --allow-empty -m "req pause"',
	];
	const words = ['echo "git commit"', 'git log --grep="git commit"'];
	const before = world.git('rev-parse', 'HEAD');

	const run = await world.run({ main: [...commits, ...words].map((command) => bash(command)) });

	const refused = toolResults(run).map(({ text }) => text.includes('pre_commit_review'));
	expect(refused).toEqual([...commits.map(() => true), ...words.map(() => false)]);
	expect(world.git('rev-parse', 'HEAD')).toBe(before);
});

it('leaves a repository without a config alone (8, D34)', async () => {
	await using world = await openGatedWorld('');

	const run = await world.run({
		main: [write(world.path('a.ts')), bash('git add -A && git commit -m one')],
	});

	expect(toolResults(run).map(({ failed }) => failed)).toEqual([false, false]);
	expect(injectedContext(mainRequests(run)[0], 'SessionStart')).toEqual([]);
	expect(heldStops(run)).toEqual([]);
	expect(world.exists('.git/requirements')).toBe(false);
	expect(world.exists('../home/.claude/sessions.json')).toBe(false);
	expect(world.exists('../home/.claude/requirements')).toBe(false);
});
