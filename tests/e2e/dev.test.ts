import { cpSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { clientVersions } from '../support/client-binary.ts';
import { type ClientWorld, checkout, openWorld } from '../support/client-world.ts';
import { skill, text, write } from '../support/model-turns.ts';
import {
	heldStops,
	injectedContext,
	mainRequests,
	promptText,
	toolResults,
} from '../support/seen-by-model.ts';

const plan = `version: 1
requirements:
  commit_plan: { skills: [arch-review] }
  tested: { enforce: stop, commands: [npm run check] }
`;

/** A clone of this repository without a build, with its dependencies and requirements of the test. */
function makeClone(world: ClientWorld): void {
	for (const part of ['.claude', '.claude-plugin', 'hooks', 'src', 'package.json']) {
		cpSync(path.join(checkout, part), world.path(part), { recursive: true });
	}
	symlinkSync(path.join(checkout, 'node_modules'), world.path('node_modules'));
	world.write('.claude/requirements.yaml', plan);
}

it.each(clientVersions)(
	'Claude Code %s in a clone of this repository gates with the dev settings, and only with them',
	async (client) => {
		await using world = await openWorld({ client, plugin: undefined });
		makeClone(world);

		const unasked = await world.run({ main: [write(world.path('a.txt'))] });
		expect(toolResults(unasked).map(({ failed }) => failed)).toEqual([false]);
		expect(injectedContext(mainRequests(unasked)[0], 'SessionStart')).toEqual([]);
		expect(world.exists('.git/requirements')).toBe(false);

		const file = world.path('b.txt');
		const asked = await world.run({
			args: ['--settings', '.claude/settings.dev.json'],
			main: [write(file), skill('arch-review'), write(file), text('Done.')],
		});
		expect(injectedContext(mainRequests(asked)[0], 'SessionStart')[0]).toContain('commit_plan');
		expect(toolResults(asked).map(({ failed }) => failed)).toEqual([true, false, false]);
		expect(heldStops(asked)).toEqual([expect.stringContaining('tested')]);
		expect(world.exists('.git/requirements/faults.jsonl')).toBe(false);
	},
);

it.each(clientVersions)(
	"opening this repository leaves Claude Code %s's own commands alone: /clear clears",
	async (client) => {
		await using world = await openWorld({ client, plugin: undefined });
		makeClone(world);

		const run = await world.run({
			prompts: ['Remember the word pomegranate.', '/clear', 'Go on.'],
		});

		expect(mainRequests(run)).toHaveLength(2);
		expect(promptText(mainRequests(run)[1])).not.toContain('pomegranate');
	},
);
