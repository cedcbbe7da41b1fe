import { expect, it } from 'vitest';
import { pluginCommands } from '../support/client-commands.ts';
import { checkout, openWorld } from '../support/client-world.ts';
import { bash, read, skill, text, write } from '../support/model-turns.ts';
import {
	failures,
	heldStops,
	injectedContext,
	mainRequests,
	startContext,
	toolResults,
} from '../support/seen-by-model.ts';
import { treePrint } from '../support/tree-print.ts';

const CLIENT = '2.1.332';

const project = {
	'package.json': '{ "private": true, "type": "module", "scripts": { "test": "node --test" } }\n',
	'src/login.ts': 'export const login = (name: string) => name;\n',
	'test/login.test.mjs': "import { test } from 'node:test';\ntest('works', () => {});\n",
};

/** The whole story once: what a push must never break. */
it('install, refused edit, skill, edit, test, commit, stop, next session, and out again', async () => {
	await using world = await openWorld({ client: CLIENT, plugin: undefined });
	for (const [name, body] of Object.entries(project)) world.write(name, body);
	world.git('add', '-A');
	world.git('commit', '-q', '-m', 'The project');
	const files = () => treePrint(world.repo).filter((line) => !/^\.git[ /]|login\.ts /.test(line));
	const before = files();
	const claude = pluginCommands(world, CLIENT, undefined);
	expect(await claude('marketplace', 'add', checkout)).toMatchObject({ exit: 0 });
	expect(await claude('install', 'req@claude-req')).toMatchObject({ exit: 0 });
	world.req('init', '--preset', 'review', '--yes');

	const change = write(world.path('src/login.ts'), 'export const login = 1;\n');
	const commit = bash('git add -A && git commit -q -m "Change the login"');
	const work = await world.run({
		prompts: ['Change the login.'],
		main: [
			...[read(world.path('src/login.ts')), change, skill('req:arch-review'), change],
			bash('req done arch-review --evidence "one commit: the login is a number"'),
			...[change, bash('npm test 2>&1 | tail -5'), bash('npm t'), commit],
			...[skill('req:pre-commit'), commit],
			...[bash('req done pre-commit --evidence "1 file read, tests passed"'), commit],
			text('The login is a number now.'),
		],
	});

	expect(failures(work)).toEqual([
		...[false, true, false, true, false],
		...[false, false, false, true],
		...[false, true, false, false],
	]);
	const results = toolResults(work).map((result) => result.text);
	expect(results[1]).toContain('commit_plan');
	expect(results[3]).toContain('then `req done SKILL --evidence TEXT`,');
	expect(results[8]).toContain('pre_commit_review');
	const piped = injectedContext(mainRequests(work)[7], 'PostToolUse:Bash').join('\n');
	expect(piped).toMatch(/does not count[\s\S]*npm/);
	expect(heldStops(work)).toEqual([]);
	expect(world.git('log', '-1', '--format=%s')).toBe('Change the login');

	const next = await world.run({ prompts: ['Go on.'], main: [bash('req status')] });
	expect(failures(next)).toEqual([false]);
	expect(startContext(next)).toContain('commit_plan');
	expect(startContext(next)).toContain('The login is a number now.');

	world.req('init', '--undo', '--all', '--yes');
	expect(await claude('uninstall', 'req@claude-req')).toMatchObject({ exit: 0 });
	expect(await claude('marketplace', 'remove', 'claude-req')).toMatchObject({ exit: 0 });
	expect(files()).toEqual(before);
});
