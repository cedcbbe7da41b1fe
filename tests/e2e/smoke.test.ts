import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { pluginCommands } from '../support/client-commands.ts';
import { checkout, openWorld } from '../support/client-world.ts';
import { bash, call, skill, text, write } from '../support/model-turns.ts';
import { samples, writeSample } from '../support/sample-repos.ts';
import { heldStops, injectedContext, mainRequests, toolResults } from '../support/seen-by-model.ts';

const CLIENT = '2.1.332';

/** The whole story once: what a push must never break. */
it('install, refused edit, skill, edit, test, commit, stop, next session', async () => {
	const [sample] = samples;
	if (sample === undefined) throw new Error('no sample repository');
	await using world = await openWorld({ client: CLIENT, plugin: undefined });
	writeSample(world.repo, sample);
	world.git('add', '-A');
	world.git('commit', '-q', '-m', 'The project');
	const claude = pluginCommands(world, CLIENT, undefined);
	expect(await claude('marketplace', 'add', checkout)).toMatchObject({ exit: 0 });
	expect(await claude('install', 'req@claude-req')).toMatchObject({ exit: 0 });
	const init = spawnSync(path.join(checkout, 'bin/req'), ['init', '--preset', 'review', '--yes'], {
		cwd: world.repo,
		env: world.env,
		encoding: 'utf8',
	});
	expect(init.stderr).toBe('');

	const change = write(world.path(sample.edits), 'export const login = 1;\n');
	const commit = bash('git add -A && git commit -q -m "Change the login"');
	const work = await world.run({
		prompts: ['Change the login.'],
		main: [
			call('Read', { file_path: world.path(sample.edits) }),
			change,
			skill('req:arch-review'),
			bash('req done arch-review --evidence "one commit: the login is a number"'),
			change,
			bash(sample.test),
			commit,
			skill('req:pre-commit'),
			bash('req done pre-commit --evidence "1 file read, tests passed"'),
			commit,
			text('The login is a number now.'),
		],
	});

	const results = toolResults(work);
	expect(results.map(({ failed }) => failed)).toEqual([
		...[false, true, false, false, false, false],
		...[true, false, false, false],
	]);
	expect(results[1]?.text).toContain('commit_plan');
	expect(results[6]?.text).toContain('pre_commit_review');
	expect(heldStops(work)).toEqual([]);
	expect(world.git('log', '-1', '--format=%s')).toBe('Change the login');

	const next = await world.run({ prompts: ['Go on.'], main: [text('Done.')] });
	const told = injectedContext(mainRequests(next)[0], 'SessionStart').join('\n');
	expect(told).toContain('commit_plan');
	expect(told).toContain('The login is a number now.');
});
