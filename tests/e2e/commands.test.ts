import { expect, it } from 'vitest';
import { openGatedWorld } from '../support/client-world.ts';
import { plan } from '../support/gated-configs.ts';
import { bash, skill, write } from '../support/model-turns.ts';
import { failures, toolResults } from '../support/seen-by-model.ts';

it("in the model's shell `req` knows its session; what only the user may do is refused, also by `env -u CLAUDECODE` and as a skill (D36)", async () => {
	await using world = await openGatedWorld(plan);
	const verbs = ['satisfy', 'approve', 'pause', 'unpause', 'clear', 'status'];
	const reads = [bash('req status --json'), bash("sh -c 'cd . && req status --json'")];
	const reserved = [
		bash('env -u CLAUDECODE req satisfy commit_plan'),
		bash('req approve commit_plan --ttl 1h'),
		bash('req pause'),
		bash('req clear commit_plan'),
		bash("sh -c 'req satisfy commit_plan'"),
		...verbs.map((verb) => skill(`req:${verb}`)),
	];

	const run = await world.run({ main: [...reads, ...reserved, write(world.path('a.ts'))] });

	const results = toolResults(run);
	for (const { text } of results.slice(0, 2)) {
		expect(JSON.parse(text)).toMatchObject({
			project: { root: world.repo, branch: 'feature/x' },
			session: { key: run.session.slice(0, 8), uuid: run.session, live: true },
			gates: { armed: true, paused: false },
			requirements: [{ name: 'commit_plan', satisfied: false }],
		});
	}
	expect(results[2]?.text).toContain('`/req:satisfy commit_plan`');
	expect(results.slice(2).map(({ failed }) => failed)).toEqual(Array(12).fill(true));
	expect(results.filter(({ text }) => text.includes('not found'))).toEqual([]);
	expect(world.state('feature/x')).toBeUndefined();
	expect(world.exists('a.ts')).toBe(false);
});

it('what the user types in a terminal counts for the only live session (41, 43, 53)', async () => {
	await using world = await openGatedWorld(plan);
	const other = await world.run({ main: [skill('arch-review')] });
	const afterUser = (command: string) => () => {
		world.req(...command.split(' '));
		return write(world.path('a.ts'));
	};

	const run = await world.run({
		main: [
			write(world.path('a.ts')),
			afterUser('satisfy commit_plan'),
			afterUser('clear commit_plan'),
			afterUser('pause'),
			afterUser('pause --off'),
			afterUser('approve commit_plan --ttl 1h'),
		],
	});

	expect(failures(run)).toEqual([true, false, true, false, true, false]);
	const { sessions } = world.state('feature/x')?.requirements['commit_plan'] ?? {};
	expect(sessions?.[other.session.slice(0, 8)]?.satisfied).toBe(true);
	expect(sessions?.[run.session.slice(0, 8)]).toMatchObject({ satisfied_by: 'approval' });
});
