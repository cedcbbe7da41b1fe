import { expect, it } from 'vitest';
import { openAttackWorld } from '../support/attack-world.ts';
import { bash, stop } from '../support/observed-call.ts';

/** A file is as before where it is so on disk, and not where git was told to say so. */
const PLAN = { plan: { triggers: [{ edit: 'src/**' }], skills: ['arch-review'] } };
const open = () => openAttackWorld({ requirements: PLAN, observe: true }, 'feature/x', false);

const change = `node -e "fs.writeFileSync('src/a.ts', 'other')"`;
const add = `node -e "fs.writeFileSync('src/new.ts', 'x'); require('child_process').execSync('git add -A; git commit -qm x')"`;
const replace =
	'cp .git/index .git/ix && GIT_INDEX_FILE=.git/ix git add src/a.ts && git replace HEAD^{tree} $(GIT_INDEX_FILE=.git/ix git write-tree)';
const redirect =
	'mkdir -p ../wt/src && git show HEAD:src/a.ts > ../wt/src/a.ts && git config core.worktree $PWD/../wt';

it.each([
	['is marked to be skipped', change, 'git update-index --skip-worktree src/a.ts'],
	['is marked as unchanged', change, 'git update-index --assume-unchanged src/a.ts'],
	['was committed, and is no longer tracked', add, 'git reset -q HEAD~1'],
	['stands in a commit that replaces another', change, replace],
	['stands as before in another working tree', change, redirect],
])('what a call changed and then %s is not put back', async (_, first, then) => {
	using world = await open();
	await bash(world, first);
	await bash(world, then);
	expect(await stop(world)).toContain('plan');
});
