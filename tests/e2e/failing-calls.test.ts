import { expect, it } from 'vitest';
import { clientVersions } from '../support/client-binary.ts';
import { openGatedWorld } from '../support/client-world.ts';
import { commit, review } from '../support/gated-configs.ts';
import { bash, call, skill, write } from '../support/model-turns.ts';
import { heldStops, toolResults } from '../support/seen-by-model.ts';

const tested = `version: 1
requirements:
  tested:
    triggers: []
    blocks: [{ command: git commit }]
    commands: [npm test]
    stale_after: [edit]
`;

const planned = `version: 1
requirements:
  planned:
    enforce: stop
    triggers: [edit]
`;

it.each(clientVersions)(
	'%s: an edit in a line that fails makes the old proof stale',
	async (client) => {
		await using world = await openGatedWorld(tested, { client });
		const script = 'test -e src/a.ts && exit 1 || exit 0';
		world.write('package.json', JSON.stringify({ name: 'a', scripts: { test: script } }));
		world.write('src/b.ts', 'b\n');

		const run = await world.run({
			main: [
				bash('npm test'),
				commit,
				bash('echo x > src/a.ts; exit 1'),
				commit,
				bash('rm src/a.ts; npm test'),
				commit,
				bash('sed -i s/b/c/ src/b.ts && cp src/b.ts src/a.ts && npm test'),
				commit,
			],
		});

		const failed = toolResults(run).map((one) => [one.failed, one.text.includes('stale')]);
		const [done, red, held] = [
			[false, false],
			[true, false],
			[true, true],
		];
		expect(failed).toEqual([done, done, red, held, done, done, red, held]);
	},
);

it.each(clientVersions)('%s: a commit in a line that fails uses its review up', async (client) => {
	await using world = await openGatedWorld(review, { client });

	const run = await world.run({
		main: [
			skill('pre-commit'),
			bash('git commit -m "nothing staged"'),
			bash('git commit -q --allow-empty -m "feat: one"; false'),
			commit,
		],
	});

	const [, nothing, made, held] = toolResults(run);
	expect([nothing?.failed, made?.failed, held?.failed]).toEqual([true, true, true]);
	expect(held?.text).toContain('pre_commit_review');
	expect(world.git('log', '--format=%s', '-2')).toBe('feat: one\nRequire a plan');
	const { sessions } = world.state('feature/x')?.requirements['pre_commit_review'] ?? {};
	expect(Object.values(sessions ?? {})).toEqual([
		expect.objectContaining({ spent_at: expect.any(String) }),
	]);
});

it.each(clientVersions)('%s: an edit in a line that fails holds the stop', async (client) => {
	await using world = await openGatedWorld(planned, { client });

	const run = await world.run({ main: [bash('echo x > a.ts; exit 3')] });

	expect(heldStops(run)).toEqual([expect.stringContaining('planned')]);
});

/** 2.1.300 has the tool and does not offer it in print mode. */
it('what Monitor writes counts, and it is held as Bash is', async () => {
	await using world = await openGatedWorld(
		`${planned}  reviewed:\n    triggers: []\n    blocks: [{ command: git commit }]\n`,
	);
	const watch = (command: string) =>
		call('Monitor', { description: 'w', timeout_ms: 5_000, persistent: false, command });

	const run = await world.run({
		args: ['--allowedTools', 'Monitor'],
		main: [
			watch('git commit -q --allow-empty -m "feat: one"'),
			watch('rm .claude/requirements.yaml'),
			watch('echo x > a.ts'),
		],
	});

	expect(toolResults(run).map(({ name, failed }) => [name, failed])).toEqual([
		['Monitor', true],
		['Monitor', true],
		['Monitor', false],
	]);
	expect(toolResults(run)[0]?.text).toContain('reviewed');
	expect(world.exists('.claude/requirements.yaml')).toBe(true);
	expect(heldStops(run)).toEqual([expect.stringContaining('planned')]);
});

it.each(clientVersions)(
	'%s: a slow reading of what was written comes after what the gates keep',
	async (client) => {
		await using world = await openGatedWorld(planned, { client });

		const run = await world.run({
			main: [write(world.path('a.php'), 'a f(x):\n'.repeat(120))],
		});

		expect(toolResults(run).map(({ failed }) => failed)).toEqual([false]);
		expect(heldStops(run)).toEqual([expect.stringContaining('planned')]);
	},
);
