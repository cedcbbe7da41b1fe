import { expect, it } from 'vitest';
import { afterAMonth, ask, begun, PROMPT, SEED } from '../support/after-a-month.ts';
import { writeIn } from '../support/git-repo.ts';

it.each(['CLAUDE.md', 'AGENTS.md', '.claude/rules/staging.md'])(
	'brings nothing that the client reads by itself: %s',
	async (file) => {
		await using world = await afterAMonth();
		const text = '# Rules\n- **Never** run the seed\n  script on staging!\n';
		writeIn(world.world.repo, file, text);
		expect(await ask(await begun(world, 1), PROMPT)).toBe('');
		writeIn(world.world.repo, file, text.replace('staging', 'stagings'));
		expect(await ask(await begun(world, 2), PROMPT)).toContain(SEED);
	},
);
