import { expect, it } from 'vitest';
import { clientVersions } from '../support/client-binary.ts';
import { sentToTerminal } from '../support/client-terminal.ts';
import { openGatedWorld } from '../support/client-world.ts';
import { bash, call, skill, text, write } from '../support/model-turns.ts';
import { unbroken } from '../support/pseudo-terminal.ts';
import { heldStops, injectedContext, lastWords, toolResults } from '../support/seen-by-model.ts';

const tested = `version: 1
requirements:
  tested:
    enforce: stop
    commands: ["npm test"]
    skills: [arch-review]
`;

it('holds the turn once, says why, and lets go (45)', async () => {
	await using world = await openGatedWorld(tested);

	const run = await world.run({
		main: [write(world.path('a.ts')), text('Finished.'), text('Still finished.')],
	});

	expect(toolResults(run).map(({ failed }) => failed)).toEqual([false]);
	expect(heldStops(run)).toEqual([expect.stringContaining('tested')]);
	expect(run.exit).toBe(0);
});

it.each(clientVersions)(
	'%s: holds the next turn that works, no turn twice, and no turn that only answers a question (D32)',
	async (client) => {
		await using world = await openGatedWorld(tested, { client });

		const run = await world.run({
			prompts: ['Build.', 'What does it do?', 'Go on.'],
			main: [
				...[write(world.path('a.ts')), text('One.'), text('One, held.')],
				...[bash('git log -1'), text('Nothing yet.')],
				...[write(world.path('b.ts')), text('Two.')],
			],
		});

		expect(lastWords(run).map((words) => words.includes('Stop hook feedback:'))).toEqual([
			...[false, false, true],
			...[false, false],
			...[false, false, true],
		]);
	},
);

it.each(clientVersions)('%s: tells the user of a turn that ends unmet', async (client) => {
	await using world = await openGatedWorld(tested, { client });

	const { sent } = await sentToTerminal(world, {
		client,
		prompt: 'Build.',
		main: [write(world.path('a.ts'))],
		until: 'turn ended with',
	});

	expect(unbroken(sent)).toContain('Stopsays:req:thisturnendedwithtestedunmet');
});

it('lets go what was not touched or is satisfied', async () => {
	await using world = await openGatedWorld(tested);

	const read = await world.run({ main: [bash('ls')] });
	const edited = await world.run({ main: [write(world.path('a.ts'))] });
	const reviewed = await world.run({ main: [write(world.path('b.ts')), skill('arch-review')] });

	expect([read, edited, reviewed].map((run) => heldStops(run).length)).toEqual([0, 1, 0]);
});

it('a test run that passes satisfies, one that fails or runs behind does not', async () => {
	await using world = await openGatedWorld(tested);
	world.write('package.json', '{ "scripts": { "test": "test -e passes" } }');

	const failing = await world.run({
		main: [
			write(world.path('a.ts')),
			bash('npm test'),
			bash('npm test | cat'),
			bash('npm test', { run_in_background: true }),
		],
	});
	world.write('passes', '');
	const passing = await world.run({ main: [write(world.path('b.ts')), bash('npm test')] });

	expect(heldStops(failing)).not.toEqual([]);
	expect(heldStops(passing)).toEqual([]);
});

it('a pipe that hides the status is said after the call and at the stop; `npm t` satisfies', async () => {
	await using world = await openGatedWorld(tested);
	world.write('package.json', '{ "scripts": { "test": "echo 3 passed" } }');
	const why = "the pipe hides npm's status";

	const piped = await world.run({
		main: [write(world.path('a.ts')), bash('npm test 2>&1 | tail -5'), text('Tested.')],
	});
	const after = piped.requests.flatMap((one) => injectedContext(one, 'PostToolUse:Bash'));
	expect(after[0]).toBe(`req: this run does not count for tested: ${why}; run \`npm test\`.`);
	expect(heldStops(piped)[0]).toContain(`The last run does not count: ${why}.`);

	const part = await world.run({
		main: [write(world.path('b.ts')), bash('npm test -- b.test.ts'), text('Tested.')],
	});
	expect(heldStops(part)[0]).toContain('`npm test -- b.test.ts` is a partial run');

	const whole = await world.run({
		main: [
			write(world.path('c.ts')),
			bash('npm t'),
			write(world.path('d.ts')),
			bash('set -o pipefail; npm t | tail'),
		],
	});
	expect(heldStops(whole)).toEqual([]);
});

it('a background shell does not free the turn', async () => {
	await using world = await openGatedWorld(tested);

	const run = await world.run({
		main: [
			write(world.path('a.ts')),
			bash('sleep 2', { run_in_background: true }),
			text('The server runs.'),
		],
	});

	expect(lastWords(run)[3]).toContain('Stop hook feedback:');
});

it('a running agent does; when it is done the turn is held', async () => {
	await using world = await openGatedWorld(tested);
	const task = { description: 'help', prompt: 'Help.', subagent_type: 'general-purpose' };

	const run = await world.run({
		main: [write(world.path('a.ts')), call('Agent', task), text('The agent works.')],
		agent: [bash('sleep 1')],
	});

	const held = lastWords(run).map((words) => words.includes('Stop hook feedback:'));
	const notified = lastWords(run).findIndex((words) => words.includes('<task-notification>'));
	expect(notified).toBe(3);
	expect(held.indexOf(true)).toBeGreaterThan(notified);
});
