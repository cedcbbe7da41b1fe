import path from 'node:path';
import { expect, it } from 'vitest';
import { clientVersions } from '../support/client-binary.ts';
import { checkout, openGatedWorld } from '../support/client-world.ts';
import { plan } from '../support/gated-configs.ts';
import { call, skill, write } from '../support/model-turns.ts';
import { mainRequests, promptText, toolResults } from '../support/seen-by-model.ts';

it.each(clientVersions)(
	'after a refusal the model can load how to work with requirements, and more of it when needed (Claude Code %s)',
	async (client) => {
		await using world = await openGatedWorld(plan, { client });
		const reference = path.join(checkout, '.claude/skills/req/reference.md');

		const run = await world.run({
			main: [
				write(world.path('a.ts')),
				skill('req:req'),
				call('Read', { file_path: reference }),
				write(world.path('a.ts')),
			],
		});

		expect(toolResults(run).map(({ failed }) => failed)).toEqual([true, false, false, true]);
		const told = promptText(mainRequests(run)[2]);
		expect(told).toContain('# Working with requirements');
		// The client says where the skill lies, so that its links lead somewhere.
		expect(told).toContain(path.dirname(reference));
		expect(told).not.toContain('# Reference');
	},
);

it("the client's list tells the model when to load it", async () => {
	await using world = await openGatedWorld(plan);

	const run = await world.run({ main: [] });

	expect(promptText(mainRequests(run)[0])).toMatch(/req:req: .*refused.*"req:"/);
});
