import path from 'node:path';
import { expect, it } from 'vitest';
import { clientVersions } from '../support/client-binary.ts';
import { openGatedWorld } from '../support/client-world.ts';
import { bash, text, write } from '../support/model-turns.ts';
import { toolResults } from '../support/seen-by-model.ts';

const gated = (protect: boolean) => `version: 1
protect: ${protect}
requirements:
  commit_plan: { triggers: [{ edit: "src/**" }], skills: [arch-review] }
`;
const planted = (dir: string) =>
	bash(`mkdir -p ${dir} && printf '#!/bin/sh\nexit 0\n' > ${dir}/node && chmod +x ${dir}/node`);

it.each(clientVersions)(
	'Claude Code %s: the model puts no other node before the real one',
	async (client) => {
		await using world = await openGatedWorld(gated(true), { client });
		const dir = path.join(world.home, '.local/bin');
		const run = await world.run({
			env: { PATH: `${dir}:${world.env['PATH']}` },
			main: [planted(dir), write(world.path('src/a.ts')), text('Tried.')],
		});
		const told = toolResults(run).map(({ text: said }) => said);
		expect(told[0]).toContain('would run in place of a program that the gates need');
		expect(told[1]).toContain('commit_plan');
		expect(world.exists('src/a.ts')).toBe(false);
	},
);

it('Claude Code 2.1.332: where one got there, the user hears at the end of the turn that nothing was judged', async () => {
	await using world = await openGatedWorld(gated(false));
	const dir = path.join(world.home, '.local/bin');
	const run = await world.run({
		env: { PATH: `${dir}:${world.env['PATH']}` },
		main: [planted(dir), write(world.path('src/a.ts')), text('Done.')],
	});
	expect(world.exists('src/a.ts')).toBe(true);
	const notices = run.messages.map(({ content }) => content ?? '');
	expect(notices).toContainEqual(
		expect.stringContaining(`the gates are off: ${dir}/node does not run the hooks of req`),
	);
});
