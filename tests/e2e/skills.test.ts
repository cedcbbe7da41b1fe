import path from 'node:path';
import { expect, it } from 'vitest';
import { type ClientWorld, checkout, openGatedWorld } from '../support/client-world.ts';
import { commit, review } from '../support/gated-configs.ts';
import { read, skill, text, write } from '../support/model-turns.ts';
import { failures, heldStops, mainRequests, promptText } from '../support/seen-by-model.ts';

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

const mapped = `version: 1
requirements:
  commit_plan: { skills: [arch-review, unknown, broken] }
  adr_reviewed: { scope: session }
  pre_commit_review: { scope: session, enforce: stop }
  unplanned: { enabled: false, skills: [arch-review] }
`;

it('a typed skill satisfies all it is mapped to; one that is unknown or cannot load satisfies nothing', async () => {
	await using world = await openGatedWorld(mapped);
	const broken = '---\nname: broken\ndescription: Cannot load.\n---\n!`exit 3`\n';
	world.write('.claude/skills/broken/SKILL.md', broken);
	const edit = write(world.path('a.ts'));

	const run = await world.run({
		prompts: ['Build it.', '/arch-review', 'Build it.'],
		main: [...[skill('unknown'), skill('broken'), edit, text('Not yet.')], ...[text('Planned.'), edit]],
	});

	expect(failures(run)).toEqual([true, true, true, false]);
	expect(satisfied(world)).toEqual({ commit_plan: 'skill', adr_reviewed: 'skill' });
});

it("the model's use of a skill satisfies all it is mapped to; the skill `req` is in its list and loads when needed (19)", async () => {
	await using world = await openGatedWorld(mapped.replace(', unknown, broken', ''));
	const reference = path.join(checkout, '.claude/skills/req/reference.md');
	const edit = write(world.path('a.ts'));

	const run = await world.run({
		main: [edit, skill('req:req'), read(reference), edit, skill('req:arch-review'), edit],
	});

	expect(failures(run)).toEqual([true, false, false, true, false, false]);
	expect(satisfied(world)).toEqual({ commit_plan: 'skill', adr_reviewed: 'skill' });
	expect(promptText(mainRequests(run)[0])).toMatch(/req:req: .*refused.*"req:"/);
	const loaded = promptText(mainRequests(run)[2]);
	expect(loaded).toContain('# Working with requirements');
	// The client says where the skill lies, so that its links lead somewhere.
	expect(loaded).toContain(path.dirname(reference));
	expect(loaded).not.toContain('# Reference');
});

const ship = `---
name: ship
description: Ships it.
allowed-tools: Bash
---
!\`git commit -q --allow-empty -m shipped\`
!\`git log -1 --format=%s\`
`;

it('a shell line in the text of a skill is blocked, typed or not; an allowed one consumes the review', async () => {
	await using world = await openGatedWorld(review);
	world.write('.claude/skills/ship/SKILL.md', ship);

	const run = await world.run({
		prompts: ['/ship', 'Go on.', '/pre-commit', '/ship', 'Go on.'],
		main: [
			text('Not shipped.'),
			...[skill('ship'), skill('pre-commit'), skill('ship'), commit, text('Shipped.')],
			...[text('Reviewed.'), text('Shipped.'), commit],
		],
	});

	const blocked = '[not run: blocked by hook: req: `git commit` blocked';
	const typed = promptText(mainRequests(run)[0]);
	expect(typed).toContain(`${blocked} on feature/x: pre_commit_review is unmet.`);
	expect(typed).toContain('Require a plan');
	expect(failures(run)).toEqual([false, false, false, true, true]);
	expect(world.git('log', '--format=%s')).toBe('shipped\nshipped\nRequire a plan\nstart');
	expect(heldStops(run)).toEqual([]);
});
