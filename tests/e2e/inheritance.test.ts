import { expect, it } from 'vitest';
import { insightId } from '../../src/core/session-record/insights.ts';
import { clientVersions } from '../support/client-binary.ts';
import type { Run } from '../support/client-run.ts';
import { sentToTerminal } from '../support/client-terminal.ts';
import { type ClientWorld, openGatedWorld } from '../support/client-world.ts';
import { bash, type Turn, text } from '../support/model-turns.ts';
import { injectedContext, mainRequests, toolResults } from '../support/seen-by-model.ts';

const config = 'version: 1\n';
/** Every session that inherits has to say what it understood; the first one of a branch inherits from `a`. */
const required = 'version: 1\ninherit: { from: a, comprehension: required }\n';
const notice = /req: this session inherited from a and did not say/;

/** The model leaves what a session called so has learnt. */
function learns(name: string): Turn[] {
	return [
		bash(`req session name ${name}`),
		bash(`req learn "fact ${name} is known"`),
		text('Learnt.'),
	];
}

/** From whom the session inherits, as SessionStart told before a request, and whose facts stand there. */
function inheritedIn(run: Run, request = 0): readonly string[] {
	const told = injectedContext(mainRequests(run).at(request), 'SessionStart').join('\n');
	const from = /^Inherited, as asked, from session (\S+)[.]/m.exec(told)?.[1] ?? 'nobody';
	return [from, ...factsIn(told)];
}

function factsIn(told: string): string[] {
	return [...told.matchAll(/fact (\w+) is known/g)].flatMap(([, name]) => name ?? []);
}

async function runAs(world: ClientWorld, name: string, from: string | undefined): Promise<Run> {
	const env = from === undefined ? {} : { REQ_INHERIT_FROM: from };
	const run = await world.run({ main: learns(name), env });
	expect(toolResults(run).map(({ failed }) => failed)).toEqual([false, false]);
	return run;
}

/** What the client showed the user. */
function shown(run: Run): string {
	return run.messages.map(({ content }) => content ?? '').join('\n');
}

/** A session `a` that learnt, and a branch of which nothing is known yet, with another config. */
async function afterA(then: string): Promise<ClientWorld> {
	const world = await openGatedWorld(config);
	await runAs(world, 'a', undefined);
	world.write('.claude/requirements.yaml', then);
	world.git('checkout', '-q', '-b', 'feature/y');
	return world;
}

it.each(clientVersions)(
	'in Claude Code %s a chain passes on what three sessions learnt',
	async (client) => {
		await using world = await openGatedWorld(config, { client });

		await runAs(world, 'a', undefined);
		const b = await runAs(world, 'b', 'a');
		const c = await runAs(world, 'c', 'b');
		const d = await runAs(world, 'd', 'c');
		const e = await runAs(world, 'e', 'd');

		expect([b, c, d, e].map((run) => inheritedIn(run))).toEqual([
			['a', 'a'],
			['b', 'b', 'a'],
			['c', 'c', 'b', 'a'],
			['d', 'd', 'c', 'b'],
		]);
	},
);

it('of a session that nobody knows nothing is inherited, and the work goes on', async () => {
	await using world = await openGatedWorld(config);

	const run = await world.run({ env: { REQ_INHERIT_FROM: 'auth-v9' } });

	expect(run.exit).toBe(0);
	expect(mainRequests(run)).toHaveLength(1);
	expect(JSON.stringify(run.messages)).toContain('auth-v9');
	expect(world.exists('.git/requirements/inherited')).toBe(false);
});

it('the model lets its own session inherit in the middle of its work', async () => {
	await using world = await afterA(config);

	const run = await world.run({ main: [bash('req inherit a'), bash('req inherit show')] });

	const [inherited, bundle] = toolResults(run);
	expect(factsIn(inherited?.text ?? '')).toEqual(['a']);
	expect(factsIn(bundle?.text ?? '')).toContain('a');
	expect(toolResults(run).map(({ failed }) => failed)).toEqual([false, false]);
});

it('step 0 stands before the first prompt; without an answer the user is told once', async () => {
	await using world = await afterA(required);

	const run = await world.run({
		prompts: ['Build.', 'Go on.'],
		main: [text('Built.'), text('On.')],
	});

	const told = injectedContext(mainRequests(run)[0], 'SessionStart').join('\n');
	expect(inheritedIn(run)).toEqual(['a', 'a']);
	expect(told).toMatch(/STEP 0[\s\S]*`req inherit ack/);
	expect(shown(run).match(new RegExp(notice, 'g'))).toHaveLength(1);
	expect(mainRequests(run)).toHaveLength(2);
});

it('with the answer of the model nobody is told anything', async () => {
	await using world = await afterA(required);
	const understood = 'Earlier: fact a. Task: build. So the fact stays.';

	const run = await world.run({ main: [bash(`req inherit ack "${understood}"`), text('Built.')] });

	expect(toolResults(run).map(({ failed }) => failed)).toEqual([false]);
	expect(shown(run)).not.toMatch(notice);
	const record = JSON.parse(
		world.read(`.git/requirements/sessions/${run.session.slice(0, 8)}.json`),
	);
	expect(record.comprehension).toMatchObject({ present: true, text: understood, warning: null });
});

it('at a terminal the client passes the notification on to the desktop', async () => {
	await using world = await afterA(required);

	const { sent } = await sentToTerminal(world, { prompt: 'Build.', until: 'did not say' });

	expect(sent).toContain('\u001b]9;req: inherited context was not acknowledged\u0007');
});

it('D12: /clear keeps what was inherited on purpose', async () => {
	await using world = await afterA(config);

	const run = await world.run({
		prompts: ['Build.', '/clear', 'Go on.'],
		main: [text('Built.'), text('Gone on.')],
		env: { REQ_INHERIT_FROM: 'a' },
	});

	expect(inheritedIn(run, -1)).toEqual([run.session.slice(0, 8), 'a']);
});

it.each(['/compact', '/clear'])(
	'after %s a session is told nothing that it inherited and then disputed',
	async (command) => {
		await using world = await afterA(config);
		const id = insightId('learning', 'fact a is known');
		const summary = text('<summary>It was checked.</summary>');

		const run = await world.run({
			prompts: ['Check it.', command, 'Go on.'],
			main: [
				bash(`req learn dispute ${id}`),
				...[text('Checked.'), ...(command === '/compact' ? [summary, summary] : [])],
			],
			env: { REQ_INHERIT_FROM: 'a' },
		});

		expect(toolResults(run).map(({ failed }) => failed)).toEqual([false]);
		expect(inheritedIn(run)).toEqual(['a', 'a']);
		const from = command === '/clear' ? run.session.slice(0, 8) : 'a';
		expect(inheritedIn(run, -1)).toEqual([from]);
	},
);
