import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { ClientVersion } from '../support/client-binary.ts';
import { openGatedWorld } from '../support/client-world.ts';
import { type Block, bash, skill, text, write } from '../support/model-turns.ts';
import { injectedContext, mainRequests, toolResults } from '../support/seen-by-model.ts';

const plan = 'version: 1\nrequirements:\n  commit_plan: { skills: [arch-review] }\n';

/** Lines after which git or the files tell hooks of another place or policy, or of none. */
const WAYS: readonly (readonly [ClientVersion, string, string])[] = [
	['2.1.330', 'git config core.worktree /tmp', 'the work tree is /tmp now'],
	['2.1.214', 'git config core.worktree /tmp', 'the work tree is /tmp now'],
	['2.1.330', 'git sparse-checkout set src', 'commit_plan is gone'],
	['2.1.330', 'git switch -q --orphan empty', 'commit_plan is gone'],
	['2.1.330', 'git reset -q --hard HEAD~1', 'commit_plan is gone'],
];

it.each(WAYS)('%s: the gate holds after `%s`', async (client, line, reason) => {
	await using world = await openGatedWorld(plan, { client });

	const run = await world.run({ main: [bash(line), write(world.path('a.ts'))] });

	const [first, edit] = toolResults(run);
	expect(first?.failed).toBe(false);
	expect(edit?.failed).toBe(true);
	expect(edit?.text).toContain('commit_plan');
	expect(edit?.text).toContain(reason);
	expect(world.exists('a.ts')).toBe(false);
});

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

it.each<ClientVersion>(['2.1.330', '2.1.214'])(
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
			expect.stringMatching(/accepted, and counts from now on:(.|\n)*commit_plan is looser/),
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

it.each([
	['names nothing', 'file', 'HEAD names no branch'],
	['is a folder', 'folder', 'there is no'],
])('the gate holds while HEAD %s, and the reason is told', async (_, kind, reason) => {
	await using world = await openGatedWorld(plan);
	const damaged = (block: Block) => () => {
		rmSync(world.path('.git/HEAD'));
		world.write(kind === 'file' ? '.git/HEAD' : '.git/HEAD/x', 'none\n');
		return block;
	};

	const run = await world.run({
		main: [skill('arch-review'), damaged(write(world.path('a.ts')))],
	});

	const [, edit] = toolResults(run);
	expect(edit?.failed).toBe(true);
	expect(edit?.text).toContain('cannot be read now');
	expect(edit?.text).toContain(reason);
	expect(world.exists('a.ts')).toBe(false);
});
