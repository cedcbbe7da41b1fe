import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { openEffectWorld } from '../support/effect-world.ts';
import { callOf } from '../support/played-call.ts';

const calls: Readonly<Record<string, readonly string[]>> = parse(
	readFileSync(new URL('ordinary-calls.yaml', import.meta.url), 'utf8'),
);
const edits = { triggers: [{ edit: 'src/**' }], skills: ['arch-review'] };
const commits = { blocks: [{ command: 'git commit' }], skills: ['pre-commit'] };
const CONFIGS: Readonly<Record<string, object>> = {
	while_edits_and_commits_wait: { requirements: { plan: edits, reviewed: commits } },
	when_nothing_waits: { requirements: { unrelated: { triggers: [{ edit: 'never/**' }] } } },
	across_checkouts_while_edits_and_commits_wait: {
		requirements: { plan: edits, reviewed: commits },
	},
	servers_while_edits_wait: { requirements: { plan: edits } },
};

const OTHER_CHECKOUTS = `git worktree add -q ../wt -b feature/y
git init -q ../scratch
mkdir -p packages/a packages/b`;

/** Which of these calls are held, with what is said of them. */
async function heldOf(config: object, texts: readonly string[]): Promise<string[]> {
	using world = await openEffectWorld(config, OTHER_CHECKOUTS);
	const held: string[] = [];
	for (const text of texts) {
		const { tool, input } = callOf(text, world);
		const event = { tool_name: tool, tool_input: input, tool_use_id: 'toolu_1' };
		const answer = await world.hook('pre-tool-use', event);
		if (answer.refuses) held.push(`${text}: ${answer.text}`);
	}
	return held;
}

it('are many, and each is there once', () => {
	const commands = [
		...(calls['while_edits_and_commits_wait'] ?? []),
		...(calls['when_nothing_waits'] ?? []),
		...(calls['across_checkouts_while_edits_and_commits_wait'] ?? []),
	];
	expect(new Set(commands).size).toBe(commands.length);
	expect(commands.length).toBeGreaterThanOrEqual(550);
	expect(calls['servers_while_edits_wait']?.length).toBeGreaterThanOrEqual(60);
});

it.each(Object.entries(CONFIGS))(
	'pass %s',
	async (list, config) => {
		expect(await heldOf(config, calls[list] ?? [])).toEqual([]);
	},
	30 * 60_000,
);
