import { expect, it } from 'vitest';
import { DONE, makeRunWorld, type RunWorld } from '../../support/fake-claude.ts';
import { ANA, BEN, ran } from '../../support/run-req.ts';

const REVIEWED = `version: 1
requirements:
  pre_commit_review:
    skills: [pre-commit]
    blocks: [{ command: git commit }]
`;
const COMMIT = {
	hook_event_name: 'PreToolUse',
	tool_name: 'Bash',
	tool_input: { command: 'git commit -m "first"' },
	tool_use_id: 'toolu_2',
	prompt_id: 'p1',
};
const ASKS = ['pre-tool-use', COMMIT] as const;
const REVIEWS = [
	'post-tool-use',
	ran('Skill', { skill: 'pre-commit' }, { success: true }),
] as const;

/** What the gate said to the calls of a session: nothing where it lets one pass. */
function gateOf(world: RunWorld, session: string): unknown[] {
	return world
		.told()
		.filter((told) => told.session === session && told.hook === 'pre-tool-use')
		.map(({ said }) => (said === '' ? undefined : JSON.parse(said)));
}

/** The gate of a session that somebody sits before. */
async function gateInTerminal(world: RunWorld): Promise<unknown> {
	await world.start(BEN);
	return JSON.parse((await world.hook('pre-tool-use', BEN, COMMIT)).stdout);
}

it('the review holds the commit of a run’s session, and of a resumed one, as that of any other', async () => {
	await using world = await makeRunWorld(REVIEWED);
	await world.req('task', 'add', 'first');
	world.plays(
		{ session: ANA, hooks: true, events: [ASKS] },
		{ hooks: true, events: [ASKS, REVIEWS, ASKS], bash: [DONE] },
	);
	expect((await world.run()).exit).toBe(1);
	const resumed = await world.run('--resume');
	expect(resumed.exit, resumed.stderr).toBe(0);
	expect(world.starts()[1]?.args).toContain(ANA);

	const held = await gateInTerminal(world);
	expect(held).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
	expect(gateOf(world, ANA)).toEqual([held, held, undefined]);
});
