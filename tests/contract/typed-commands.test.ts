import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { typedName } from '../../src/events/typed-command.ts';
import { lapses, saidBy } from '../support/case-checks.ts';
import { eventOf } from '../support/case-events.ts';
import { fillIn } from '../support/case-placeholders.ts';
import { hookEnv, makeCaseWorld, writeFileOf } from '../support/case-world.ts';
import { runHook } from '../support/run-hook.ts';

const skills = new URL('../../.claude/skills/typed/', import.meta.url);
const VERBS = ['approve', 'clear', 'continue', 'pause', 'satisfy', 'status', 'unpause'];

/** What stands between the first two lines of dashes. */
function frontmatter(skill: string): string {
	return readFileSync(new URL(`${skill}/SKILL.md`, skills), 'utf8').split(/^---$/m)[1] ?? '';
}

describe('the texts of typed commands', () => {
	const ours = readdirSync(skills).filter((name) => typedName(`req:${name}`) !== undefined);

	it('there is one for each command that the hook carries out', () => {
		expect(ours.sort()).toEqual(VERBS);
	});

	it.each(VERBS)('D36: the model cannot use %s', (verb) => {
		expect(frontmatter(verb)).toMatch(/^disable-model-invocation: true$/m);
	});

	// With a name of its own the skill also answers to the bare word, in 2.1.214 even to the client's /clear.
	it.each(VERBS)('%s leaves the bare word to the client', (verb) => {
		expect(frontmatter(verb)).not.toMatch(/^name:/m);
	});
});

describe('1 MB after a command', () => {
	it.each([
		['of one word', 'x'.repeat(1_000_000)],
		['of words', 'x '.repeat(500_000)],
		['of quotation marks', '" \' '.repeat(250_000)],
		['of options', '--ttl=" '.repeat(125_000)],
		['of line breaks', '\n'.repeat(1_000_000)],
	])('%s is refused like any other mistake', async (_, command_args) => {
		await using world = await makeCaseWorld(true);
		const config = { requirements: { commit_plan: {} } };
		writeFileOf(world, `${world.repo}/.claude/requirements.yaml`, config);
		const event = fillIn(
			eventOf({ hook: 'user-prompt-expansion', skill: 'req:satisfy' }, 1),
			world.names,
			world.now,
		) as object;
		const stdin = JSON.stringify({ ...event, command_source: 'plugin', command_args });

		const result = await runHook('user-prompt-expansion', {
			cwd: world.repo,
			stdin,
			env: hookEnv(world),
		});

		expect(lapses(result)).toEqual([]);
		expect(saidBy(result.stdout)).toBe('halt');
		expect(result.stdout).toContain('did nothing');
		expect(result.stdout.length).toBeLessThan(2_000);
	});
});
