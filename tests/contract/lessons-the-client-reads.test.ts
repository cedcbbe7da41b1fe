import { join } from 'node:path';
import { expect, it } from 'vitest';
import { afterAMonth, ask, begun, PROMPT, SEED } from '../support/after-a-month.ts';
import { writeIn } from '../support/git-repo.ts';

it.each(['CLAUDE.md', 'AGENTS.md', '.claude/rules/staging.md'])(
	'brings nothing that the client reads by itself: %s',
	async (file) => {
		await using world = await afterAMonth();
		const text = '# Rules\n- **Never** run the seed\n  script on staging!\n';
		writeIn(world.world.repo, file, text);
		expect(ask(begun(world, 1), PROMPT)).toBe('');
		writeIn(world.world.repo, file, text.replace('staging', 'stagings'));
		expect(ask(begun(world, 2), PROMPT)).toContain(SEED);
	},
);

it('brings what stands in an AGENTS.md that the client does not read, for a CLAUDE.md that does not import it', async () => {
	await using world = await afterAMonth();
	const { repo } = world.world;
	writeIn(repo, 'AGENTS.md', 'Never run the seed script on staging!\n');
	writeIn(repo, 'CLAUDE.md', '# App\n');
	expect(ask(begun(world, 1), PROMPT)).toContain(SEED);
	writeIn(repo, 'CLAUDE.md', '# App\n\n@AGENTS.md\n');
	expect(ask(begun(world, 2), PROMPT)).toBe('');
});

it.each([
	['@docs/style.md', true],
	['- see @./docs/style.md#seeds', true],
	['@docs/first.md', true],
	['see @docs/style.md.', false],
	['write to ana@docs/style.md', false],
	['`@docs/style.md`', false],
	['```\n@docs/style.md\n```', false],
	['@../elsewhere.md', false],
])(
	'brings nothing that a file which the client reads imports as it does: %s',
	async (line, isRead) => {
		await using world = await afterAMonth();
		const { repo } = world.world;
		for (const path of ['docs/style.md', '../elsewhere.md']) writeIn(repo, path, `${SEED}\n`);
		writeIn(repo, 'docs/first.md', '# First\n@second.md and @first.md\n');
		writeIn(repo, 'docs/second.md', '@style.md\n');
		writeIn(repo, 'CLAUDE.md', `# App\n${line}\n`);
		expect(ask(begun(world, 1), PROMPT) === '').toBe(isRead);
	},
);

it('brings nothing that stands in the notes that the client keeps of the project', async () => {
	await using world = await afterAMonth();
	writeIn(world.world.dir, 'projects/p/memory/MEMORY.md', `- ${SEED.toLowerCase()}`);
	const transcript_path = join(world.world.dir, 'projects/p/x.jsonl');
	expect(ask(begun(world, 1), PROMPT, { transcript_path })).toBe('');
	expect(ask(begun(world, 2), PROMPT)).toContain(SEED);
});
