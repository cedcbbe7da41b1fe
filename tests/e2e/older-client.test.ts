import { expect, it } from 'vitest';
import { playAtTerminal } from '../support/client-terminal.ts';
import { openGatedWorld } from '../support/client-world.ts';
import { bash, skill, text, write } from '../support/model-turns.ts';
import { unbroken } from '../support/pseudo-terminal.ts';
import { failures, heldStops, injectedContext, mainRequests, startContext } from '../support/seen-by-model.ts';

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
		prompts: ['Build.', '/req:pause', '/req:unpause', '/req:arch-review', 'Go on.'],
		main: [
			...[write(file), bash('env -u CLAUDECODE req satisfy commit_plan'), text('Not yet.')],
			...[text('Reviewed.'), write(file), commit, text('Not yet.')],
			...[skill('pre-commit'), commit, text('It is built.')],
		],
	});

	expect(injectedContext(mainRequests(run)[0], 'SessionStart')).toHaveLength(1);
	expect(failures(run)).toEqual([true, true, false, true, false, false]);
	expect(heldStops(run)).toEqual([expect.stringContaining('pre_commit_review')]);
	expect(world.git('log', '-1', '--format=%s')).toBe('feat: one');
	expect(world.sessions()).toEqual({});

	const next = await world.run({ prompts: ['Go on.'], main: [bash('echo x > b.ts; exit 1')] });
	expect(startContext(next)).toContain('It is built.');
	expect(failures(next)).toEqual([true]);

	const { sent, requests } = await playAtTerminal(world, {
		client: '2.1.300',
		typed: '/req:satisfy commit_plan',
		until: 'satisfied for this session',
	});
	expect(unbroken(sent)).toContain('req:2gatesonfeature/x;2unmet:commit_plan');
	expect(requests).toEqual([]);
});
