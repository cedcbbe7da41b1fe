import { expect, it } from 'vitest';
import { type ClientWorld, openGatedWorld } from '../support/client-world.ts';
import { bash, skill, write } from '../support/model-turns.ts';
import { heldStops, toolResults } from '../support/seen-by-model.ts';

const review = `version: 1
requirements:
  pre_commit_review:
    scope: single_use
    triggers: [edit]
    blocks: [{ command: git commit }]
    skills: [pre-commit]
`;

const commit = bash('git add -A && git commit -m "feat: one"');

function entries(world: ClientWorld) {
	return Object.values(world.state('feature/x')?.requirements['pre_commit_review']?.sessions ?? {});
}

it('one review pays for one commit (45a)', async () => {
	await using world = await openGatedWorld(review);

	const run = await world.run({
		main: [
			write(world.path('a.ts')),
			commit,
			skill('pre-commit'),
			commit,
			bash('git commit --allow-empty -m "feat: two"'),
		],
	});

	expect(toolResults(run).map(({ failed }) => failed)).toEqual([false, true, false, false, true]);
	expect(world.git('log', '-1', '--format=%s')).toBe('feat: one');
	expect(entries(world).some((entry) => entry.satisfied === true)).toBe(false);
	expect(heldStops(run)).toEqual([]);
});

it('a commit that fails spends nothing, nor does another command (22)', async () => {
	await using world = await openGatedWorld(review);

	const run = await world.run({
		main: [
			skill('pre-commit'),
			bash('git commit -m "nothing staged"'),
			bash('git status'),
			bash('echo "git commit"'),
			write(world.path('a.ts')),
			commit,
			bash('git commit --allow-empty -m "feat: two"'),
		],
	});

	expect(toolResults(run).map(({ failed }) => failed)).toEqual([
		...[false, true, false, false],
		...[false, false, true],
	]);
	expect(world.git('log', '-1', '--format=%s')).toBe('feat: one');
});

it('work after the commit needs a review of its own (D31)', async () => {
	await using world = await openGatedWorld(review);

	const run = await world.run({
		main: [write(world.path('a.ts')), skill('pre-commit'), commit, write(world.path('b.ts'))],
	});

	expect(heldStops(run)).toEqual([expect.stringContaining('pre_commit_review')]);
});
