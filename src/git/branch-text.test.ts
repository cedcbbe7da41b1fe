import { expect, it } from 'vitest';
import { branchLabel, branchText, onBranchText } from './place.ts';

it.each([
	['main', 'branch main', 'on branch main', 'main'],
	['x\u202ey z', 'branch "x y z"', 'on branch "x y z"', '"x y z"'],
	['@detached', 'a detached HEAD', 'on a detached HEAD', 'detached HEAD'],
	[
		'@detached-tree',
		'a detached HEAD (worktree tree)',
		'on a detached HEAD (worktree tree)',
		'detached HEAD (worktree tree)',
	],
	['@no-git', 'a folder outside git', 'outside git', 'outside git'],
])('%s is told as people say it', (branch, text, on, label) => {
	expect([branchText(branch), onBranchText(branch), branchLabel(branch)]).toEqual([text, on, label]);
});
