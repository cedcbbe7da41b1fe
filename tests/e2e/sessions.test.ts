import { expect, it } from 'vitest';
import { type ClientWorld, checkout, openGatedWorld } from '../support/client-world.ts';
import { plan } from '../support/gated-configs.ts';
import { bash, skill, text, write } from '../support/model-turns.ts';
import { injectedContext, mainRequests, toolResults } from '../support/seen-by-model.ts';

/** Full session id → whether that session satisfied commit_plan. */
function entries(world: ClientWorld): Record<string, unknown> {
	const stored = world.state('feature/x')?.requirements['commit_plan']?.sessions ?? {};
	return Object.fromEntries(
		Object.values(stored).map((entry) => [entry.uuid, entry.satisfied === true]),
	);
}

it('a second session starts unsatisfied, and both are kept (D1)', async () => {
	await using world = await openGatedWorld(plan);

	const first = await world.run({ main: [skill('arch-review'), write(world.path('a.ts'))] });
	expect(toolResults(first).map(({ failed }) => failed)).toEqual([false, false]);
	expect(entries(world)).toEqual({ [first.session]: true });

	const second = await world.run({
		main: [write(world.path('b.ts')), skill('arch-review'), write(world.path('b.ts'))],
	});
	expect(toolResults(second).map(({ failed }) => failed)).toEqual([true, false, false]);
	expect(entries(world)).toEqual({ [first.session]: true, [second.session]: true });
});

it('a resumed session keeps what it satisfied, a fork does not (D2)', async () => {
	await using world = await openGatedWorld(plan);
	const first = await world.run({ main: [skill('arch-review')] });

	const resumed = await world.run({
		args: ['--resume', first.session],
		main: [write(world.path('a.ts'))],
	});
	const forked = await world.run({
		args: ['--resume', first.session, '--fork-session'],
		main: [write(world.path('b.ts'))],
	});

	expect(resumed.session).toBe(first.session);
	expect(forked.session).not.toBe(first.session);
	expect(toolResults(resumed).at(-1)?.failed).toBe(false);
	expect(toolResults(forked).at(-1)?.failed).toBe(true);
});

it.each([
	['starts unsatisfied', '', ['skill']],
	['carries what the config lets it carry', ', carry: [clear]', ['skill', 'carried']],
])('the session after /clear %s (D1)', async (_, carry, ways) => {
	await using world = await openGatedWorld(
		`version: 1\nrequirements:\n  commit_plan: { skills: [arch-review]${carry} }\n`,
	);

	const run = await world.run({
		prompts: ['Plan.', '/clear', 'Build.'],
		main: [skill('arch-review'), text('Planned.'), write(world.path('a.ts'))],
	});

	const failed = !ways.includes('carried');
	expect(toolResults(run).at(-1)).toMatchObject({ name: 'Write', failed });
	const stored = world.state('feature/x')?.requirements['commit_plan']?.sessions ?? {};
	const satisfied = Object.values(stored).filter((entry) => entry.satisfied === true);
	// Entries stand by key, and a key of digits only stands first.
	expect(satisfied.map((entry) => entry.satisfied_by).sort()).toEqual(ways.toSorted());
});

it('injects one status at the start, and one at a resume (D19)', async () => {
	await using world = await openGatedWorld(plan);

	const first = await world.run({ main: [skill('arch-review')] });
	const resumed = await world.run({ args: ['--resume', first.session] });

	const told = injectedContext(mainRequests(first)[0], 'SessionStart');
	expect(told).toEqual([expect.stringContaining('commit_plan')]);
	expect(told[0]).toContain('arch-review');
	expect(injectedContext(mainRequests(resumed)[0], 'SessionStart')).toHaveLength(2);
});

it('a session is in the registry while it lives', async () => {
	await using world = await openGatedWorld(plan);
	let during: ReturnType<ClientWorld['sessions']> = {};

	const run = await world.run({
		main: [
			() => {
				during = world.sessions();
				return text('Here.');
			},
		],
	});

	expect(Object.values(during)).toEqual([
		expect.objectContaining({ uuid: run.session, branch: 'feature/x', cwd: world.repo }),
	]);
	expect(Object.keys(during)).toEqual([run.session.slice(0, 8)]);
	expect(world.sessions()).toEqual({});
});

it('names another live session of the branch', async () => {
	await using world = await openGatedWorld(plan);
	let told: readonly string[] = [];

	const first = await world.run({
		main: [
			async () => {
				const second = await world.run({});
				told = injectedContext(mainRequests(second)[0], 'SessionStart');
				return text('Two of us.');
			},
		],
	});

	expect(told.join('\n')).toContain(first.session.slice(0, 8));
});

it('marks a client that the model started, and no other, as nested (D11)', async () => {
	// Otherwise the model may not choose the plugins of a client.
	await using world = await openGatedWorld(`${plan}protect: false\n`);
	let during: ReturnType<ClientWorld['sessions']> = {};

	const run = await world.run({
		main: [
			bash(`"$CLAUDE_CODE_EXECPATH" -p inner --plugin-dir '${checkout}' < /dev/null`),
			() => {
				during = world.sessions();
				return text('Inside.');
			},
		],
	});

	const nested = Object.values(during).map((entry) => [entry.uuid === run.session, entry.nested]);
	expect(nested).toHaveLength(2);
	expect(Object.fromEntries(nested.map(([outer, flag]) => [String(outer), flag === true]))).toEqual(
		{
			true: false,
			false: true,
		},
	);
});

it('the end of a session leaves its satisfaction as it is', async () => {
	await using world = await openGatedWorld(plan);
	let before = '';

	await world.run({
		main: [
			skill('arch-review'),
			() => {
				before = world.read('.git/requirements/feature-x.json');
				return text('Planned.');
			},
		],
	});

	expect(world.read('.git/requirements/feature-x.json')).toBe(before);
});

it('clears it where the config says so, and only its own', async () => {
	await using world = await openGatedWorld(`${plan}session_end: { clear_session_state: true }\n`);
	const branch = `version: 1\nrequirements:\n  adr_reviewed: { scope: branch }\n`;
	world.write('.claude/requirements.local.yaml', branch);

	await world.run({ main: [skill('arch-review')] });

	const { commit_plan, adr_reviewed } = world.state('feature/x')?.requirements ?? {};
	expect(Object.values(commit_plan?.sessions ?? {}).some((entry) => entry.satisfied)).toBe(false);
	expect(adr_reviewed?.satisfied).toBe(true);
});

it('a killed client leaves valid files, and the next start sweeps it', async () => {
	await using world = await openGatedWorld(plan);

	const running = await world.start({
		main: [
			skill('arch-review'),
			write(world.path('a.ts')),
			() => {
				running.kill();
				return bash('sleep 1');
			},
		],
	});
	const killed = await running.done;
	expect(killed.exit).toBeNull();
	expect(entries(world)).toEqual({ [killed.session]: true });
	expect(Object.keys(world.sessions())).toEqual([killed.session.slice(0, 8)]);

	let during: readonly string[] = [];
	const next = await world.run({
		main: [
			() => {
				during = Object.keys(world.sessions());
				return write(world.path('b.ts'));
			},
		],
	});
	expect(during).toEqual([next.session.slice(0, 8)]);
	expect(toolResults(next).map(({ failed }) => failed)).toEqual([true]);

	const resumed = await world.run({
		args: ['--resume', killed.session],
		main: [write(world.path('c.ts'))],
	});
	expect(toolResults(resumed).at(-1)?.failed).toBe(false);
});
