import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { clientVersions } from '../support/client-binary.ts';
import { openGatedWorld } from '../support/client-world.ts';
import { commit, plan, review } from '../support/gated-configs.ts';
import { putProgram } from '../support/installed-world.ts';
import { bash, call, read, skill, text, write } from '../support/model-turns.ts';
import { failures, heldStops, injectedContext, mainRequests, toolResults } from '../support/seen-by-model.ts';

it('refuses every kind of edit, also at once and by a subagent, says what resolves it, and arms nothing (3)', async () => {
	await using world = await openGatedWorld(plan.replace('{ ', '{ triggers: [edit, { tool: "mcp__fs__write*" }], '));
	const [file, notebook] = [world.path('a.ts'), world.path('n.ipynb')];
	const cell = { cell_type: 'code', id: 'a1', metadata: {}, outputs: [], source: ['x = 1'] };
	world.write('n.ipynb', JSON.stringify({ cells: [cell], nbformat: 4, nbformat_minor: 5 }));
	world.write('a.ts', 'one\n');
	const agent = { description: 'help', prompt: 'Help.', subagent_type: 'general-purpose' };

	const run = await world.run({
		mcp: true,
		main: [
			[read(notebook), read(file)],
			[write(world.path('b.ts')), write(world.path('c.ts'))],
			call('NotebookEdit', { notebook_path: notebook, cell_id: 'a1', new_source: 'x = 2' }),
			call('Edit', { file_path: file, old_string: 'one', new_string: 'two' }),
			call('mcp__fs__write_file', { path: world.path('d.txt'), content: 'd' }),
			call('Agent', agent),
			text('I cannot.'),
		],
		agent: [write(world.path('e.ts')), text('The gate held the agent.')],
	});

	const refused = toolResults(run).filter(({ text }) => text.includes('commit_plan'));
	expect(refused.map(({ name, failed }) => [name, failed])).toEqual([
		['Write', true],
		['Write', true],
		['NotebookEdit', true],
		['Edit', true],
		['mcp__fs__write_file', true],
	]);
	expect(toolResults(run, 'agent')).toMatchObject([{ failed: true, text: expect.stringContaining('commit_plan') }]);
	for (const named of [/\/(req:)?arch-review/, /req[ :]satisfy commit_plan/]) {
		expect(refused[0]?.text).toMatch(named);
	}
	expect(world.git('status', '--porcelain')).toBe('?? a.ts\n?? n.ipynb');
	expect(world.read('a.ts')).toBe('one\n');
	expect(world.read('n.ipynb')).toContain('x = 1');
	expect(heldStops(run)).toEqual([]);
	expect(JSON.stringify(world.state('feature/x') ?? {})).not.toContain('"triggered":true');
	// SubagentStop
	expect(JSON.stringify(world.record(run.session))).toContain('The gate held the agent.');
});

it('one review pays for one commit, also in a line that fails; a commit that fails uses none (45a, 22)', async () => {
	await using world = await openGatedWorld(review.replace('blocks', 'triggers: [edit]\n    blocks'));

	const run = await world.run({
		main: [
			write(world.path('a.ts')),
			commit,
			skill('pre-commit'),
			bash('git commit -m "nothing staged"'),
			bash('git add -A && git commit -q -m "feat: two"; false'),
			commit,
			write(world.path('b.ts')),
			text('Done.'),
		],
	});

	expect(failures(run)).toEqual([false, true, false, true, true, true, false]);
	expect(world.git('log', '--format=%s', '-2')).toBe('feat: two\nRequire a plan');
	const { sessions = {} } = world.state('feature/x')?.requirements['pre_commit_review'] ?? {};
	expect(Object.values(sessions)).toMatchObject([{ spent_at: expect.any(String) }]);
	expect(heldStops(run)).toEqual([expect.stringContaining('pre_commit_review')]);
});

it.each(clientVersions)(
	'PowerShell is blocked as Bash is, and a commit of its script is seen, in %s (D33)',
	async (client) => {
		await using world = await openGatedWorld(review, { client });
		const pwsh = path.join(world.root, 'bin/pwsh');
		putProgram(pwsh, 'case "$*" in *make.ps1*) git commit -q --allow-empty -m "By a script" ;; esac');
		const powershell = (command: string) => call('PowerShell', { command, description: 'c' });

		const run = await world.run({
			env: {
				CLAUDE_CODE_USE_POWERSHELL_TOOL: '1',
				PATH: `${path.dirname(pwsh)}:${world.env['PATH']}`,
			},
			args: ['--allowedTools', 'PowerShell'],
			main: [
				powershell('git commit --allow-empty -m "feat: one"'),
				powershell('if (Test-Path .git) { git commit --allow-empty -m "feat: one" }'),
				powershell('./make.ps1'),
			],
		});

		expect(failures(run)).toEqual([true, true, false]);
		expect(toolResults(run)[1]?.text).toContain('pre_commit_review');
		expect(world.git('log', '-2', '--format=%s')).toBe('By a script\nRequire a plan');
		const told = injectedContext(mainRequests(run)[3], 'PostToolUse:PowerShell').join('\n');
		expect(told).toContain('feature/x moved during this PowerShell call');
	},
);

it.each(clientVersions)('a task stays open until the tests have passed, in %s (D32)', async (client) => {
	await using world = await openGatedWorld(
		`version: 1
requirements:
  tested:
    triggers: [edit]
    blocks: [task_completed]
    hold_stop: false
    commands: [npm test]
    stale_after: [edit]
`,
		{ client },
	);
	world.write('package.json', JSON.stringify({ name: 'a', scripts: { test: 'true' } }));
	const complete = (taskId: string) => call('TaskUpdate', { taskId, status: 'completed' });
	const create = (subject: string) => call('TaskCreate', { subject, description: 'To do.' });

	const run = await world.run({
		args: ['--allowedTools', 'TaskCreate TaskUpdate TaskList'],
		main: [
			...[create('Read it'), complete('1'), create('Change it'), write(world.path('a.ts'))],
			...[complete('2'), complete('2'), bash('npm test'), complete('2'), call('TaskList', {})],
			text('Done.'),
		],
	});

	const updates = toolResults(run).filter(({ name }) => name === 'TaskUpdate');
	const open =
		'TaskCompleted hook feedback:\nreq: task blocked on feature/x: tested is unmet.\nNot satisfied in this session.';
	expect(updates.map((one) => one.text.slice(0, open.length))).toEqual([
		'Updated task #1 status',
		...[open, open],
		'Updated task #2 status',
	]);
	expect(updates[1]?.text).toContain('`npm test` satisfies it.');
	expect(toolResults(run).at(-1)?.text).toMatch(/#2 \[completed\] Change it/);
	expect(heldStops(run)).toEqual([]);
});

it('leaves a repository without a config alone (8, D34)', async () => {
	await using world = await openGatedWorld('');

	const run = await world.run({
		main: [write(world.path('a.ts')), bash('git add -A && git commit -m one')],
	});

	expect(failures(run)).toEqual([false, false]);
	expect(injectedContext(mainRequests(run)[0], 'SessionStart')).toEqual([]);
	expect(heldStops(run)).toEqual([]);
	expect(world.exists('.git/requirements')).toBe(false);
	expect(world.exists('../home/.claude/sessions.json')).toBe(false);
	// The marker of the server is gone with it.
	const left = readdirSync(world.path('../home/.claude/requirements'), { recursive: true });
	expect(left).toEqual(['live']);
});
