import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { type ClientWorld, checkout, openGatedWorld } from '../support/client-world.ts';
import { plan } from '../support/gated-configs.ts';
import { bash, skill, write } from '../support/model-turns.ts';
import { toolResults } from '../support/seen-by-model.ts';

/** Runs `req` as a user would, in a terminal of their own beside the client; its exit code. */
function typed(world: ClientWorld, args: readonly string[]): number | null {
	const env = { PATH: process.env['PATH'], HOME: world.home };
	const program = path.join(checkout, 'bin/req');
	return spawnSync(program, args, { cwd: world.repo, env, encoding: 'utf8' }).status;
}

it("`req status --json` in the model's shell finds its session and sees the gates at work", async () => {
	await using world = await openGatedWorld(plan);

	const run = await world.run({
		main: [
			skill('arch-review'),
			bash('req status --json'),
			bash("sh -c 'cd . && req status --json'"),
		],
	});

	for (const { text } of toolResults(run).slice(1)) {
		expect(JSON.parse(text)).toMatchObject({
			project: { root: world.repo, branch: 'feature/x' },
			session: { key: run.session.slice(0, 8), uuid: run.session, live: true },
			gates: { armed: true, paused: false },
			requirements: [{ name: 'commit_plan', satisfied: true, satisfied_by: 'skill' }],
		});
	}
});

it('the model may not satisfy, approve, pause or clear what the user decides (D36)', async () => {
	await using world = await openGatedWorld(plan);

	const run = await world.run({
		main: [
			bash('req satisfy commit_plan'),
			bash('req approve commit_plan --ttl 1h'),
			bash('req pause'),
			bash('req clear commit_plan'),
			bash("sh -c 'req satisfy commit_plan'"),
			write(world.path('a.ts')),
		],
	});

	const results = toolResults(run);
	expect(results.map(({ failed }) => failed)).toEqual(Array(6).fill(true));
	expect(results.filter(({ text }) => text.includes('not found'))).toEqual([]);
	expect(world.exists('a.ts')).toBe(false);
});

it('what the user says in a terminal counts for the only live session (41, 43, 53)', async () => {
	await using world = await openGatedWorld(plan);
	const other = await world.run({ main: [skill('arch-review')] });
	const exits: (number | null)[] = [];
	const edit = () => write(world.path('a.ts'));
	const afterUser =
		(...args: readonly string[]) =>
		() => {
			exits.push(typed(world, args));
			return edit();
		};

	const run = await world.run({
		main: [
			edit(),
			afterUser('satisfy', 'commit_plan'),
			afterUser('clear', 'commit_plan'),
			afterUser('pause'),
			afterUser('pause', '--off'),
			afterUser('approve', 'commit_plan', '--ttl', '1h'),
		],
	});

	expect(exits).toEqual([0, 0, 0, 0, 0]);
	expect(toolResults(run).map(({ failed }) => failed)).toEqual([
		...[true, false],
		...[true, false],
		...[true, false],
	]);
	const { sessions } = world.state('feature/x')?.requirements['commit_plan'] ?? {};
	expect(sessions?.[other.session.slice(0, 8)]?.satisfied).toBe(true);
	expect(sessions?.[run.session.slice(0, 8)]).toMatchObject({ satisfied_by: 'approval' });
});
