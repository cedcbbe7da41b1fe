import { expect, it } from 'vitest';
import { openGatedWorld } from '../support/client-world.ts';
import { plan } from '../support/gated-configs.ts';
import { bash, skill, write } from '../support/model-turns.ts';
import { toolResults } from '../support/seen-by-model.ts';

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
