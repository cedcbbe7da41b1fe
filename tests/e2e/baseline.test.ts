import { expect, it } from 'vitest';
import { clientVersions } from '../support/client-binary.ts';
import { openGatedWorld } from '../support/client-world.ts';
import { plan } from '../support/gated-configs.ts';
import { type Block, bash, skill, text, write } from '../support/model-turns.ts';
import { injectedContext, mainRequests, toolResults } from '../support/seen-by-model.ts';

/** What becomes of one of git's files, by a script, for the line itself is read. */
const SCRIPTS = [
	['hide.sh', 'cd .git; mv $1 kept; test -z "$2" || echo $2 > $1\n'],
	['show.sh', 'cd .git; mv kept $1\n'],
] as const;
const LONG = 'x'.repeat(300);

/** Lines after which git or the files tell hooks of another place, policy or branch, or of none; what takes them back; what is told. */
const WAYS: readonly (readonly [string, string, string])[] = [
	[
		'git config core.worktree /tmp',
		'git config --unset core.worktree',
		'the work tree is /tmp now',
	],
	['git sparse-checkout set src', 'git sparse-checkout disable', 'commit_plan is gone'],
	['git switch -q --orphan empty', 'git switch -q feature/x', 'commit_plan is gone'],
	['git reset -q --hard HEAD~1', 'git reset -q --hard ORIG_HEAD', 'commit_plan is gone'],
	['sh hide.sh HEAD', 'sh show.sh HEAD', 'there is no'],
	['sh hide.sh HEAD none', 'sh show.sh HEAD', 'HEAD names no branch'],
	[`git checkout -q --orphan ${LONG}`, 'git checkout -q feature/x', `branch ${LONG.slice(0, 20)}`],
];

it.each(clientVersions)(
	'%s: the gate holds in another place, without a policy, with an unreadable .git, on a branch that no file can be named after',
	async (client) => {
		await using world = await openGatedWorld(plan, { client });
		const edit = write(world.path('a.ts'));
		for (const [name, script] of SCRIPTS) world.write(name, script);

		const lines = WAYS.map(([line], at) => [WAYS[at - 1]?.[1] ?? 'true', line].join(' && '));
		const run = await world.run({ main: lines.flatMap((line) => [bash(line), edit]) });

		const results = toolResults(run);
		const became = WAYS.map(([line, , reason], at) => {
			const [changed, held] = results.slice(2 * at, 2 * at + 2);
			const isTold = [reason, 'commit_plan'].every((words) => held?.text.includes(words));
			return [line, changed?.failed, held?.failed, isTold];
		});
		expect(became).toEqual(WAYS.map(([line]) => [line, false, true, true]));
		expect(world.exists('a.ts')).toBe(false);
	},
);

it('a bisect is told once and goes on under the policy of the session', async () => {
	await using world = await openGatedWorld(plan);
	for (const name of ['One', 'Two']) world.git('commit', '-q', '--allow-empty', '-m', name);
	const bisect = bash('git bisect start -q HEAD HEAD~3 && git checkout -q HEAD~3');

	const run = await world.run({
		main: [
			...[bisect, bash('ls'), write(world.path('a.ts'))],
			...[skill('arch-review'), write(world.path('a.ts'))],
		],
	});

	expect(toolResults(run).map(({ failed }) => failed)).toEqual([false, false, true, false, false]);
	const told = mainRequests(run).flatMap((request) => injectedContext(request, 'PostToolUse:Bash'));
	expect(told.some((one) => one.includes('commit_plan is gone'))).toBe(true);
});

it.each(clientVersions)(
	"%s: a person's looser config counts once they typed /req:trust",
	async (client) => {
		await using world = await openGatedWorld(plan, { client });
		const looser = plan.replace('{ ', '{ enforce: warn, ');
		const edited = (block: Block) => () => {
			world.write('.claude/requirements.yaml', looser);
			return block;
		};

		const run = await world.run({
			prompts: ['Build.', '/req:trust --dry-run', '/req:trust', 'Build now.'],
			main: [
				edited(write(world.path('a.ts'))),
				text('It is held.'),
				write(world.path('a.ts')),
				text('Done.'),
			],
		});

		const [held, done] = toolResults(run);
		expect(held?.failed).toBe(true);
		expect(held?.text).toMatch(/commit_plan is looser \(enforce.*\/req:trust/s);
		expect(done?.failed).toBe(false);
		const answers = run.messages.flatMap(({ result }) => (result === undefined ? [] : [result]));
		expect(answers.slice(1, 3)).toEqual([
			expect.stringMatching(/would accept what changed:(.|\n)*commit_plan is looser \(enforce/),
			expect.stringMatching(/accepted; this counts from now on:(.|\n)*commit_plan is looser/),
		]);
	},
);

it('the model cannot accept a change itself', async () => {
	await using world = await openGatedWorld(plan);

	const run = await world.run({
		main: [bash('git config core.worktree /tmp'), bash('req trust'), bash('req trust --dry-run')],
	});

	const [, trusted, shown] = toolResults(run);
	expect(trusted?.failed).toBe(true);
	expect(trusted?.text).toContain('req trust');
	expect(shown?.text).toContain('the work tree is /tmp');
});

it("a branch's own committed policy counts where the session switches to it", async () => {
	await using world = await openGatedWorld(plan);
	world.git('switch', '-q', '-c', 'legacy');
	world.write('.claude/requirements.yaml', plan.replace('{ ', '{ enforce: warn, '));
	world.git('commit', '-qam', 'Warn only');
	world.git('switch', '-q', 'feature/x');

	const run = await world.run({
		main: [
			...[bash('git switch -q legacy'), write(world.path('a.ts'))],
			...[bash('git switch -q -c mine'), write(world.path('b.ts'))],
		],
	});

	expect(toolResults(run).map(({ failed }) => failed)).toEqual([false, false, false, true]);
	const told = mainRequests(run).flatMap((request) => injectedContext(request, 'PostToolUse:Bash'));
	expect(told.some((one) => one.includes('branch legacy has requirements of its own'))).toBe(true);
});
