import { expect, it } from 'vitest';
import { clientVersions } from '../support/client-binary.ts';
import { openGatedWorld } from '../support/client-world.ts';
import { bash, call, text, write } from '../support/model-turns.ts';
import { heldStops, lastWords } from '../support/seen-by-model.ts';

const tested = `version: 1
requirements:
  tested: { enforce: stop, commands: [npm test] }
`;

it('holds a turn that works once, says why, and lets go what was not touched or is satisfied (45, D32)', async () => {
	await using world = await openGatedWorld(tested);
	world.write('package.json', '{ "scripts": { "test": "test -e passes" } }');

	const run = await world.run({
		prompts: ['What is here?', 'Build.', 'What does it do?', 'Go on.', 'Finish.'],
		main: [
			...[bash('ls'), text('Nothing.')],
			...[write(world.path('a.ts')), text('One.'), text('One, held.')],
			...[bash('git log -1'), text('Nothing yet.')],
			...[write(world.path('b.ts')), bash('npm test'), text('Two.'), text('Two, held.')],
			...[write(world.path('passes')), bash('npm test'), text('Three.')],
		],
	});

	expect(lastWords(run).map((words) => words.includes('Stop hook feedback:'))).toEqual([
		...[false, false],
		...[false, false, true],
		...[false, false],
		...[false, false, false, true],
		...[false, false, false],
	]);
	expect(heldStops(run)[0]).toContain('tested');
	expect(run.exit).toBe(0);
});

it.each(clientVersions)(
	'%s: a background shell does not free the turn; an agent or a workflow at work does until it is done',
	async (client) => {
		await using world = await openGatedWorld(tested, { client });
		const agent = { description: 'help', prompt: 'Help.', subagent_type: 'general-purpose' };
		const script = "export const meta = { name: 'w', description: 'd' };\nawait agent('Help.');";

		const served = await world.run({
			main: [write(world.path('a.ts')), ...[bash('sleep 2', { run_in_background: true }), text('The server runs.')]],
		});
		const delegated = await world.run({
			args: ['--allowedTools', 'Workflow'],
			main: [
				...[write(world.path('b.ts')), call('Agent', agent), text('The agent works.')],
				...[call('Workflow', { script }), text('The workflow works.')],
			],
			agent: [bash('sleep 1'), text('Helped.'), bash('sleep 1'), text('Helped.')],
		});

		const held = 'Stop hook feedback:';
		expect(lastWords(served)[3]).toContain(held);
		const words = lastWords(delegated);
		for (const at of [3, 5]) expect(words[at]).toContain('<task-notification>');
		expect(words.map((one) => one.includes(held)).indexOf(true)).toBe(6);
	},
);
