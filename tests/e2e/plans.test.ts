import { expect, it } from 'vitest';
import { clientVersions } from '../support/client-binary.ts';
import { playAtTerminal } from '../support/client-terminal.ts';
import { type ClientWorld, openGatedWorld } from '../support/client-world.ts';
import { plan } from '../support/gated-configs.ts';
import { call, type Turn, text, write } from '../support/model-turns.ts';
import { promptText, toolResults } from '../support/seen-by-model.ts';
import { KEY } from '../support/terminal-run.ts';

const config = plan.replace('skills: [arch-review]', 'plan: true');

/** Claude writes its plan and asks the user to approve it. */
const planned: readonly Turn[] = [
	(request) => {
		const [file] = /\S+\/plans\/[\w-]+\.md/.exec(promptText(request)) ?? [''];
		return write(file, '# A plan\n');
	},
	call('ExitPlanMode', { plan: '# A plan\n' }),
];

function satisfied(world: ClientWorld): readonly unknown[] {
	const { sessions = {} } = world.state('feature/x')?.requirements['commit_plan'] ?? {};
	return Object.values(sessions);
}

it('lets Claude Code write its plan; the approved plan satisfies (D31)', async () => {
	await using world = await openGatedWorld(config);

	const run = await world.run({
		mode: 'plan',
		approves: true,
		main: [...planned, write(world.path('a.ts'))],
	});

	expect(toolResults(run).map(({ name, failed }) => [name, failed])).toEqual([
		['Write', false],
		['ExitPlanMode', false],
		['Write', false],
	]);
	expect(satisfied(world)).toMatchObject([{ satisfied: true, satisfied_by: 'plan' }]);
});

it.each(clientVersions)(
	'%s: a rejected plan and /clear satisfy nothing; a plan approved with "clear context" does (D31)',
	async (client) => {
		await using world = await openGatedWorld(config, { client });
		const edit = write(world.path('a.ts'));

		const run = await playAtTerminal(world, {
			client,
			mode: 'plan',
			settings: { showClearContextOnPlanAccept: true },
			typed: 'Plan it.',
			keys: [
				['Yes, clear context', KEY.escape],
				['ejected Claude', `/clear${KEY.enter}`],
				['clear says', `Build it.${KEY.enter}`],
				['It is not built.', `Plan it again.${KEY.enter}`],
				['Yes, clear context', KEY.enter],
			],
			until: 'It is built.',
			main: [...planned, edit, text('It is not built.'), ...planned, edit, text('It is built.')],
		});

		// What came of a call that the user ended with Esc stays in the session before /clear.
		const results = toolResults(run);
		expect(results.map(({ failed }) => failed)).toEqual([false, true, false, false]);
		expect(results[1]?.text).toContain('edit blocked on feature/x: commit_plan is unmet');
		expect(world.exists('a.ts')).toBe(true);
		expect(satisfied(world)).toMatchObject([{ satisfied: true, satisfied_by: 'plan' }]);
	},
);
