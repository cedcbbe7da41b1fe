import { expect, it } from 'vitest';
import { makeContinuityWorld } from '../support/continuity-world.ts';

it('the record of a session names the skills it completed and counts their calls', async () => {
	await using world = await makeContinuityWorld('requirements: { commit_plan: {} }\n');
	const one = world.session(1);
	await one.start();
	for (const skill of ['arch-review', 'team:deploy', 'arch-review'])
		await one.tool('Skill', { skill }, { success: true });
	await one.edit('a.txt');
	expect(await one.req('status')).toContain('✓ commit_plan  by skill /arch-review');
	await one.end();
	const skills = ['arch-review', 'team:deploy'];
	expect(one.record()?.activity).toMatchObject({ skills, tools: { Skill: 3, Write: 1 } });
	const shown = JSON.parse(await one.req('session', 'show', one.key, '--json'));
	expect(shown.activity).toMatchObject({ skills, tools: { Skill: 3, Write: 1 } });
	const page = await one.req('session', 'show', one.key);
	expect(page).toMatch(/^ {2}skills +arch-review, team:deploy$/m);
	expect(page).toMatch(/^ {2}worked +.*4 tool calls$/m);
});
