import { expect, it } from 'vitest';
import { openGatedWorld } from '../support/client-world.ts';
import { bash, skill, text, write } from '../support/model-turns.ts';
import { heldStops, injectedContext, mainRequests, toolResults } from '../support/seen-by-model.ts';

const both = `version: 1
requirements:
  commit_plan: { skills: [arch-review] }
  pre_commit_review:
    scope: single_use
    blocks: [{ command: git commit }]
    skills: [pre-commit]
`;

it('the whole job works with Claude Code 2.1.300 too', async () => {
	await using world = await openGatedWorld(both, { client: '2.1.300' });
	const file = world.path('a.ts');
	const commit = bash('git add -A && git commit -m "feat: one"');

	const run = await world.run({
		prompts: ['Build.', '/req:arch-review', 'Go on.'],
		main: [
			write(file),
			text('Not yet.'),
			text('Reviewed.'),
			write(file),
			commit,
			text('Not yet.'),
			skill('pre-commit'),
			commit,
		],
	});

	expect(injectedContext(mainRequests(run)[0], 'SessionStart')).toHaveLength(1);
	expect(toolResults(run).map(({ failed }) => failed)).toEqual([true, false, true, false, false]);
	expect(heldStops(run)).toEqual([expect.stringContaining('pre_commit_review')]);
	expect(world.git('log', '-1', '--format=%s')).toBe('feat: one');
	expect(world.sessions()).toEqual({});
});
