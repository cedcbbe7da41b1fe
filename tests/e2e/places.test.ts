import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openGatedWorld } from '../support/client-world.ts';
import { plan } from '../support/gated-configs.ts';
import { bash, skill, write } from '../support/model-turns.ts';
import { failures } from '../support/seen-by-model.ts';

it('gates from a subdirectory and after `cd`, a file by where it is, and nothing in a folder beside the project (D3)', async () => {
	await using world = await openGatedWorld(plan);
	mkdirSync(world.path('src/deep'), { recursive: true });
	const outside = path.join(world.root, 'outside');
	mkdirSync(outside);

	const run = await world.run({
		cwd: 'src',
		args: ['--add-dir', outside],
		main: [
			write(world.path('a.ts')),
			bash('cd deep'),
			write(world.path('b.ts')),
			write(`${outside}/../repo/c.ts`),
			write(path.join(outside, 'd.ts')),
		],
	});

	expect(failures(run)).toEqual([true, false, true, true, false]);
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

	expect(failures(here)).toEqual([false, false]);
	expect(failures(there)).toEqual([true, false, false]);
	const uuids = ['feature/x', 'feature/y'].map((branch) =>
		Object.values(world.state(branch)?.requirements['commit_plan']?.sessions ?? {}).map(
			({ uuid }) => uuid,
		),
	);
	expect(uuids).toEqual([[here.session], [there.session]]);
});

it('gates outside git if a config says so (D3)', async () => {
	await using world = await openGatedWorld('');
	const file = path.join(world.root, 'plain/a.ts');
	world.write('../plain/.claude/requirements.yaml', plan);

	const run = await world.run({
		cwd: '../plain',
		main: [write(file), skill('arch-review'), write(file)],
	});

	expect(failures(run)).toEqual([true, false, false]);
});
