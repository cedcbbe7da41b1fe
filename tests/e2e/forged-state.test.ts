import { expect, it } from 'vitest';
import { openGatedWorld } from '../support/client-world.ts';
import { bash, skill, write } from '../support/model-turns.ts';
import { toolResults } from '../support/seen-by-model.ts';

const config = `version: 1
requirements:
  commit_plan: { scope: branch, triggers: [{ edit: "src/**" }], skills: [arch-review] }
`;

const forged = {
	schema_version: 1,
	branch: 'feature/x',
	project: '/p',
	created_at: '2026-11-20T10:00:00.000Z',
	updated_at: '2026-11-20T10:00:00.000Z',
	requirements: { commit_plan: { scope: 'branch', satisfied: true, sessions: {} } },
};

it('a state that the model slips past the protection of its folder opens nothing', async () => {
	await using world = await openGatedWorld(config);
	world.write('state.json', JSON.stringify(forged));

	const run = await world.run({
		main: [
			bash(
				'mkdir -p .git/requirements; exec 3<.git/requirements; cp state.json /dev/fd/3/feature-x.json',
			),
			// However it was done: the same from outside, should the line above be refused one day.
			write(world.path('src/a.ts')),
		],
	});
	const [copied, edit] = toolResults(run);
	if (copied?.failed === true) {
		world.write('.git/requirements/feature-x.json', JSON.stringify(forged));
		const again = await world.run({ main: [write(world.path('src/a.ts'))] });
		expect(toolResults(again)[0]?.text).toContain('changed or copied by something other than req');
	} else expect(edit?.text).toContain('changed or copied by something other than req');
	expect(world.exists('src/a.ts')).toBe(false);
	expect(JSON.parse(world.read('.git/requirements/feature-x.json'))).toEqual(forged);
});

it('the sealed state of another branch opens nothing', async () => {
	await using world = await openGatedWorld(config);
	world.git('switch', '-q', '-c', 'approved');
	await world.run({ main: [skill('arch-review'), write(world.path('src/a.ts'))] });
	expect(world.exists('src/a.ts')).toBe(true);

	world.git('switch', '-q', 'feature/x');
	const approved = world.read('.git/requirements/approved.json');
	world.write('.git/requirements/feature-x.json', approved.replace('"approved"', '"feature/x"'));
	const run = await world.run({ main: [write(world.path('src/b.ts'))] });

	expect(toolResults(run)[0]?.text).toContain('changed or copied by something other than req');
	expect(world.exists('src/b.ts')).toBe(false);
});
