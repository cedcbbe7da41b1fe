import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type ClientWorld, checkout, openGatedWorld } from '../support/client-world.ts';
import { plan } from '../support/gated-configs.ts';
import { bash, skill, write } from '../support/model-turns.ts';
import { heldStops, toolResults } from '../support/seen-by-model.ts';

function planOn(world: ClientWorld, branch: string) {
	const [entry] = Object.values(world.state(branch)?.requirements['commit_plan']?.sessions ?? {});
	return entry;
}

it.each([
	['git switch -c', 'git switch -c feature/next'],
	['a line that fails after the switch', 'git checkout -b feature/next && false'],
	['a script', 'printf "git switch -c feature/next" > go.sh; sh go.sh'],
])('a plan goes along to a branch that the session begins with %s', async (_, command) => {
	await using world = await openGatedWorld(plan);

	const run = await world.run({
		main: [
			skill('arch-review'),
			write(world.path('a.ts')),
			bash(command),
			write(world.path('b.ts')),
			bash('git worktree add -q -b beside beside'),
			write(world.path('beside/c.ts')),
		],
	});

	const fails = command.endsWith('false');
	expect(toolResults(run).map(({ failed }) => failed)).toEqual([
		...[false, false, fails, false, false, false],
	]);
	expect(planOn(world, 'feature/next')).toMatchObject({
		satisfied_by: 'carried',
		satisfied_at: planOn(world, 'feature/x')?.satisfied_at,
		metadata: { carried_from_branch: 'feature/x', carried_to_branch: 'feature/next' },
	});
	expect(planOn(world, 'beside')).toMatchObject({ satisfied_by: 'carried' });
	expect(heldStops(run)).toEqual([]);
});

it('on a branch that was there before, the refusal says where the plan is', async () => {
	await using world = await openGatedWorld(plan);
	world.git('branch', 'older');

	const run = await world.run({
		main: [skill('arch-review'), bash('git switch older'), write(world.path('a.ts'))],
	});

	const [, , refused] = toolResults(run);
	expect(refused?.text).toContain('this session satisfied it on branch feature/x just now');
	expect(refused?.text).toContain('/req:satisfy commit_plan --carry');
	expect(world.exists('a.ts')).toBe(false);
});

it.each([
	['as the refusal says', (reviews: Turns, move: Turns) => [...move, ...reviews]],
	['the other way round', (reviews: Turns, move: Turns) => [...reviews, ...move]],
])('preset strict on a protected branch: one review, whatever the order (%s)', async (_, order) => {
	const strict = readFileSync(`${checkout}/config/presets/strict.yaml`, 'utf8');
	await using world = await openGatedWorld(strict.replace('[main,', '[feature/x, main,'));
	world.write('a.ts', 'by the user\n');
	const commit = bash('git add -A && git commit -m "feat: one"');
	const reviews = [skill('req:pre-commit'), bash('req done pre-commit --evidence "read it all"')];

	const run = await world.run({
		main: [commit, ...order(reviews, [bash('git switch -c feature/next')]), commit],
	});

	const results = toolResults(run);
	const refusal = results[0]?.text ?? '';
	expect(refusal).toContain('First switch to another branch in a call of its own');
	expect(refusal.indexOf('git switch -c')).toBeLessThan(refusal.indexOf('/pre-commit'));
	expect(results.map(({ failed }) => failed)).toEqual([true, false, false, false, false]);
	expect(world.git('log', '-1', '--format=%s')).toBe('feat: one');
	expect(world.git('branch', '--show-current')).toBe('feature/next');
	const { pre_commit_review: review } = world.state('feature/next')?.requirements ?? {};
	expect(Object.values(review?.sessions ?? {})).toMatchObject([{ spent_at: expect.any(String) }]);
});

type Turns = readonly ReturnType<typeof bash>[];
