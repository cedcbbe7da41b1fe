import { expect, it } from 'vitest';
import { makeContinuityWorld } from '../support/continuity-world.ts';

it('the record of a session names the skills of its gates and counts their calls', async () => {
	const reviewed = '{ blocks: [{ command: git commit }], skills: [deep-review] }';
	await using world = await makeContinuityWorld(`requirements: { commit_plan: {}, reviewed: ${reviewed} }\n`);
	const one = world.session(1);
	await one.start();
	for (const skill of ['arch-review', 'deep-review', 'arch-review'])
		await one.tool('Skill', { skill }, { success: true });
	await one.edit('a.txt');
	expect(await one.req('status')).toContain('✓ commit_plan  satisfied by skill /arch-review');
	await one.end();
	const skills = ['arch-review', 'deep-review'];
	expect(one.record()?.activity).toMatchObject({ skills, tools: { Skill: 3, Write: 1 } });
	const shown = JSON.parse(await one.req('session', 'show', one.key, '--json'));
	expect(shown.activity).toMatchObject({ skills, tools: { Skill: 3, Write: 1 } });
	const page = await one.req('session', 'show', one.key);
	expect(page).toMatch(/^ {2}skills +arch-review, deep-review$/m);
	expect(page).toMatch(/^ {2}worked +.*4 tool calls$/m);
});
