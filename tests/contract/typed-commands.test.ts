import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { typedName } from '../../src/events/typed-command.ts';

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
