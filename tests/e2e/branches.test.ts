import { expect, it } from 'vitest';
import { openGatedWorld } from '../support/client-world.ts';
import { plan } from '../support/gated-configs.ts';
import { bash, skill, write } from '../support/model-turns.ts';
import { failures, heldStops, toolResults } from '../support/seen-by-model.ts';

it('a plan goes along to a branch and a worktree that the session begins; on an older branch the refusal says where it is', async () => {
	await using world = await openGatedWorld(plan);
	// A reflog has whole seconds: one that began in the session's first second would be the session's.
	const early = '!GIT_COMMITTER_DATE=2026-11-20T10:00:00Z git branch older';
	world.git('-c', `alias.early=${early}`, 'early');

	const run = await world.run({
		main: [
			skill('arch-review'),
			write(world.path('a.ts')),
			bash('printf "git switch -c feature/next" > go.sh; sh go.sh'),
			write(world.path('b.ts')),
			bash('git worktree add -q -b beside beside'),
			write(world.path('beside/c.ts')),
			bash('git switch older'),
			write(world.path('d.ts')),
		],
	});

	const planOn = (branch: string) => Object.values(world.state(branch)?.requirements['commit_plan']?.sessions ?? {})[0];
	expect(failures(run)).toEqual([false, false, false, false, false, false, false, true]);
	expect(planOn('feature/next')).toMatchObject({
		satisfied_by: 'carried',
		satisfied_at: planOn('feature/x')?.satisfied_at,
		metadata: { carried_from_branch: 'feature/x', carried_to_branch: 'feature/next' },
	});
	expect(planOn('beside')).toMatchObject({ satisfied_by: 'carried' });
	const refused = toolResults(run).at(-1)?.text;
	expect(refused).toMatch(/This session satisfied it on \S+ just now/);
	expect(refused).toContain('/req:satisfy commit_plan --carry');
	expect(heldStops(run)).toEqual([]);
});
