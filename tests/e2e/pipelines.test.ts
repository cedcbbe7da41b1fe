import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { type ClientWorld, openGatedWorld } from '../support/client-world.ts';
import { bash, type ModelRequest, read, type Turn, text, write } from '../support/model-turns.ts';
import { type RunOfClients, reqWithClient, runsOf } from '../support/req-with-client.ts';
import { injectedContext, promptText } from '../support/seen-by-model.ts';

const refine = `version: 1
stages:
  - id: survey
    prompt: Survey the login.
    iterations: 1
  - id: build
    prompt: Build the login.
    iterations: 2
    inputs: { from: [survey] }
`;

/** The path of a file that the prompt of a stage names. */
function named(request: ModelRequest, file: string): string {
	return new RegExp(`/\\S+/${file}`).exec(promptText(request))?.[0] ?? `no ${file}`;
}

/** A session reads what it is given, and leaves this status. */
function iteration(status: object): Turn[] {
	return [
		(request) => read(named(request, 'context.json')),
		(request) => write(named(request, 'status.json'), JSON.stringify(status)),
		text('That is it.'),
	];
}

const surveyed = { decision: 'stop', summary: 'two ways in', learnings: ['the proxy strips it'] };
const built = { decision: 'stop', summary: 'built', warnings: ['slow with many tabs'] };

/** A world with a session `auth-v1` that learned. */
async function openLearned(): Promise<ClientWorld> {
	const world = await openGatedWorld('version: 1\n');
	const learn = [bash('req session name auth-v1'), bash('req learn "tokens rotate"'), text('Ok.')];
	await world.run({ main: learn });
	return world;
}

/** The nth request of the run's sessions; each of them has three. */
function asked({ requests }: RunOfClients, request: number): ModelRequest | undefined {
	return requests.filter(({ from }) => from === 'main').at(request);
}

/** What came last before that request: what the session read. */
function readBefore(run: RunOfClients, request: number): string {
	const found = asked(run, request);
	return found === undefined ? '' : promptText({ ...found, messages: found.messages.slice(-1) });
}

it('two stages inherit the same, and the second gets what the first came to', async () => {
	await using world = await openLearned();
	world.write('refine.yaml', refine);

	const run = await reqWithClient(world, {
		args: ['pipeline', 'run', 'refine.yaml', 'auth-v2', '--inherit', 'auth-v1'],
		says: [...iteration(surveyed), ...iteration(built)],
	});

	expect([run.exit, run.stderr]).toEqual([0, expect.any(String)]);
	for (const first of [asked(run, 0), asked(run, 3)]) {
		expect(injectedContext(first, 'SessionStart').join('\n')).toContain('tokens rotate');
	}
	const [survey, build] = [readBefore(run, 1), readBefore(run, 4)];
	expect(survey).toContain('tokens rotate');
	expect(survey).not.toContain('two ways in');
	for (const known of ['tokens rotate', 'two ways in', 'the proxy strips it']) {
		expect(build).toContain(known);
	}
	expect(runsOf(world).at(-1)).toMatchObject({
		kind: 'pipeline',
		items: { 'survey-1': { status: 'success' }, 'build-1': { status: 'success' } },
	});
	const sessions: readonly { readonly name: string }[] = JSON.parse(world.req('session', 'list', '--json'));
	const names = sessions.map(({ name }) => name);
	expect(names).toEqual(expect.arrayContaining(['auth-v2-survey-1', 'auth-v2-build-1']));
});

it('a loop ends where a session says that nothing is left to do', async () => {
	await using world = await openLearned();
	const more = { decision: 'continue', summary: 'one test fixed' };

	const run = await reqWithClient(world, {
		args: ['pipeline', 'loop', 'Fix one failing test.', 'auth-v2', '25', '--inherit', 'auth-v1'],
		says: [...iteration(more), ...iteration(built)],
	});

	expect(run.exit).toBe(0);
	expect(Object.keys(runsOf(world).at(-1)?.items ?? {})).toHaveLength(2);
	expect(promptText(asked(run, 0))).toContain('Fix one failing test.');
	expect(injectedContext(asked(run, 3), 'SessionStart').join('\n')).toContain('tokens rotate');
});

it('a prompt is no command of the user, and brings no file along', async () => {
	await using world = await openGatedWorld('version: 1\n');
	const secret = path.join(world.home, 'secret.txt');
	writeFileSync(secret, 'the word is Rumpelstilz\n');
	const prompts = ['/req:pause for ever', `See @${secret} and @"${secret}".`];
	const stages = prompts.map((prompt, at) => ({ id: `s${at}`, prompt }));
	world.write('any.yaml', JSON.stringify({ version: 1, stages }));
	world.req('task', 'add', `Read @${secret} first`);

	const args = ['pipeline', 'run', 'any.yaml', 'any'];
	const says = stages.flatMap(() => iteration(built));
	const staged = await reqWithClient(world, { args, says });
	const ran = await reqWithClient(world, { args: ['run'], says: [text('Ok.')] });

	expect([staged.exit, ran.exit]).toEqual([0, 1]);
	expect(world.state('feature/x')?.paused).toBeUndefined();
	const seen = [...staged.requests, ...ran.requests].map(promptText).join('\n');
	expect(seen).toContain(secret);
	expect(seen).not.toContain('Rumpelstilz');
});
