import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openGatedWorld } from '../support/client-world.ts';
import { plan } from '../support/gated-configs.ts';
import { bash, skill, write } from '../support/model-turns.ts';
import { toolResults } from '../support/seen-by-model.ts';

it('stands in a subdirectory, and after the model walks into one', async () => {
	await using world = await openGatedWorld(plan);
	mkdirSync(world.path('src/deep'), { recursive: true });

	const started = await world.run({ cwd: 'src/deep', main: [write(world.path('a.ts'))] });
	const walked = await world.run({ main: [bash('cd src/deep'), write(world.path('src/b.ts'))] });

	expect(toolResults(started).map(({ failed }) => failed)).toEqual([true]);
	expect(toolResults(walked).map(({ failed }) => failed)).toEqual([false, true]);
});

it('a file that says it is elsewhere is judged where it is (D3)', async () => {
	await using world = await openGatedWorld(plan);
	const outside = path.join(world.root, 'outside');
	mkdirSync(outside);

	const run = await world.run({
		args: ['--add-dir', outside],
		main: [write(`${outside}/../repo/a.ts`), write(path.join(outside, 'b.ts'))],
	});

	expect(toolResults(run).map(({ failed }) => failed)).toEqual([true, false]);
});

it('two worktrees: one state directory, two branches (D3)', async () => {
	await using world = await openGatedWorld(plan);
	world.git('worktree', 'add', '-q', '-b', 'feature/y', '../tree');
	const file = path.join(world.root, 'tree/a.ts');

	const here = await world.run({ main: [skill('arch-review'), write(world.path('a.ts'))] });
	const there = await world.run({
		cwd: '../tree',
		main: [write(file), skill('arch-review'), write(file)],
	});

	expect(toolResults(here).map(({ failed }) => failed)).toEqual([false, false]);
	expect(toolResults(there).map(({ failed }) => failed)).toEqual([true, false, false]);
	const uuids = ['feature/x', 'feature/y'].map((branch) =>
		Object.values(world.state(branch)?.requirements['commit_plan']?.sessions ?? {}).map(
			({ uuid }) => uuid,
		),
	);
	expect(uuids).toEqual([[here.session], [there.session]]);
});

it('stands on a detached HEAD (D4)', async () => {
	await using world = await openGatedWorld(plan);
	world.git('checkout', '-q', '--detach');

	const run = await world.run({
		main: [write(world.path('a.ts')), skill('arch-review'), write(world.path('a.ts'))],
	});

	expect(toolResults(run).map(({ failed }) => failed)).toEqual([true, false, false]);
});

it('stands on an unborn branch (D4)', async () => {
	await using world = await openGatedWorld(plan);
	world.git('checkout', '-q', '--orphan', 'fresh');

	const run = await world.run({ main: [write(world.path('a.ts')), skill('arch-review')] });

	expect(toolResults(run).map(({ failed }) => failed)).toEqual([true, false]);
	expect(world.state('fresh')?.branch).toBe('fresh');
});

it('a branch switch inside a session is judged by the new branch', async () => {
	await using world = await openGatedWorld(plan);
	world.git('branch', 'feature/z');

	const run = await world.run({
		main: [
			skill('arch-review'),
			bash('git checkout -q feature/z'),
			write(world.path('a.ts')),
			bash('git checkout -q feature/x'),
			write(world.path('a.ts')),
		],
	});

	expect(toolResults(run).map(({ failed }) => failed)).toEqual([
		...[false, false, true],
		...[false, false],
	]);
});

it('stands outside git where a config says so (D3)', async () => {
	await using world = await openGatedWorld('');
	const dir = path.join(world.root, 'plain');
	mkdirSync(dir);
	world.write('../plain/.claude/requirements.yaml', plan);
	const file = path.join(dir, 'a.ts');

	const run = await world.run({
		cwd: '../plain',
		main: [write(file), skill('arch-review'), write(file)],
	});

	expect(toolResults(run).map(({ failed }) => failed)).toEqual([true, false, false]);
});
