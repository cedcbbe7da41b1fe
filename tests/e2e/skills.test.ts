import { expect, it } from 'vitest';
import { PRESETS } from '../../src/core/config/built-in.ts';
import { type ClientWorld, openGatedWorld } from '../support/client-world.ts';
import { bash, skill, text, write } from '../support/model-turns.ts';
import { heldStops, promptText, toolResults } from '../support/seen-by-model.ts';

const plan = `version: 1
requirements:
  commit_plan: { scope: session }
  adr_reviewed: { scope: session }
  pre_commit_review: { scope: session, enforce: stop }
  unplanned: { enabled: false, skills: [arch-review] }
`;

/** Requirement → what satisfied it, over all sessions of the branch. */
function satisfied(world: ClientWorld): Record<string, unknown> {
	const requirements = Object.entries(world.state('feature/x')?.requirements ?? {});
	const how = requirements.flatMap(([name, { sessions }]) =>
		Object.values(sessions)
			.filter((entry) => entry.satisfied === true)
			.map((entry): [string, unknown] => [name, entry.satisfied_by]),
	);
	return Object.fromEntries(how);
}

it.each(['arch-review', 'req:arch-review'])(
	"the model's use of %s satisfies all it is mapped to (19)",
	async (name) => {
		await using world = await openGatedWorld(plan);

		const run = await world.run({ main: [skill(name), write(world.path('a.ts'))] });

		expect(toolResults(run).map(({ failed }) => failed)).toEqual([false, false]);
		expect(world.exists('a.ts')).toBe(true);
		expect(satisfied(world)).toEqual({ commit_plan: 'skill', adr_reviewed: 'skill' });
	},
);

it.each(['/arch-review', '/req:arch-review the plan'])('typing %s does the same', async (typed) => {
	await using world = await openGatedWorld(plan);

	const run = await world.run({ prompts: [typed], main: [write(world.path('a.ts'))] });

	expect(toolResults(run).map(({ failed }) => failed)).toEqual([false]);
	expect(satisfied(world)).toEqual({ commit_plan: 'skill', adr_reviewed: 'skill' });
});

it('a skill that nobody knows, or that cannot load, satisfies nothing', async () => {
	await using world = await openGatedWorld(`version: 1
requirements:
  commit_plan: { skills: [unknown, broken] }
`);
	world.write(
		'.claude/skills/broken/SKILL.md',
		'---\nname: broken\ndescription: Cannot load.\n---\n!`exit 3`\n',
	);

	const run = await world.run({
		main: [skill('unknown'), skill('broken'), write(world.path('a.ts'))],
	});

	expect(toolResults(run).map(({ failed }) => failed)).toEqual([true, true, true]);
	expect(satisfied(world)).toEqual({});
});

it('plans once, then builds, over several prompts', async () => {
	await using world = await openGatedWorld(plan);

	const file = world.path('a.ts');

	const run = await world.run({
		prompts: ['Build it.', 'Plan it.', 'Build it.'],
		main: [
			...[write(file), text('Not yet.')],
			...[skill('plan-review'), text('Planned.')],
			...[write(file), write(world.path('b.ts'))],
		],
	});

	expect(toolResults(run).map(({ failed }) => failed)).toEqual([true, false, false, false]);
});

it('the preset review waits for the last step of the review, with evidence', async () => {
	await using world = await openGatedWorld(PRESETS.review.text);
	const edit = write(world.path('a.ts'));
	const done = 'req done arch-review --evidence';

	const run = await world.run({
		main: [
			...[edit, skill('req:arch-review'), edit],
			...[bash('req done arch-review'), edit],
			...[bash(`${done} "read src/a.ts and its one test; ADR 3 kept; 2 commits"`), edit],
			...[bash('git add -A && git commit -m "feat: a"'), text('Done.'), text('It waits.')],
		],
	});

	const results = toolResults(run);
	expect(results.map(({ failed }) => failed)).toEqual([
		...[true, false, true, true, true],
		...[false, false, true],
	]);
	const [refused, , started, bare] = results.map((result) => result.text);
	for (const said of [refused, started]) {
		expect(said).toContain(
			'/arch-review, then its last step `req done arch-review --evidence TEXT`,',
		);
	}
	expect(bare).toContain(`${done} "what was read`);
	expect(run.requests.map(promptText).join('\n')).toContain('edits wait until this step has run');
	expect(satisfied(world)).toEqual({ commit_plan: 'skill' });
	const [entry] = Object.values(
		world.state('feature/x')?.requirements['commit_plan']?.sessions ?? {},
	);
	expect(entry?.metadata).toMatchObject({ evidence: expect.stringContaining('ADR 3 kept') });
	expect(results.at(-1)?.text).toContain('It holds `git commit` and the end of the turn.');
	expect(heldStops(run)).toEqual([
		expect.stringContaining('It holds `git commit` and the end of the turn.'),
	]);
});
