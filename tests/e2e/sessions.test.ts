import { expect, it } from 'vitest';
import { type ClientWorld, openGatedWorld } from '../support/client-world.ts';
import { plan } from '../support/gated-configs.ts';
import { bash, skill, type Turn, text, write } from '../support/model-turns.ts';
import { failures, injectedContext, mainRequests, promptText, startContext } from '../support/seen-by-model.ts';

/** Continuity without any gate. */
const config = 'version: 1\n';
const header = '[SESSION CONTINUITY — inherited from 1 prior session(s)';
const noted = '[SESSION CONTINUITY — notes and tasks of this branch]';
/** A session's work: a file, a pin, a learning, a task. */
function work(world: ClientWorld): Turn[] {
	return [
		write(world.path('src/login.ts'), 'export function restoreCookie() {}\n'),
		bash('req note pin cookie "SameSite must be Lax behind the proxy" --critical'),
		bash('req learn "the proxy strips Secure cookies"'),
		bash('req task add "Keep the cookie" --stage build'),
		text('The cookie survives a reload.'),
	];
}

function times(words: string, piece: string): number {
	return words.split(piece).length - 1;
}

/** Full session id → whether that session satisfied commit_plan. */
function satisfied(world: ClientWorld): Record<string, boolean> {
	const stored = world.state('feature/x')?.requirements['commit_plan']?.sessions ?? {};
	return Object.fromEntries(Object.values(stored).map((entry) => [String(entry.uuid), entry.satisfied === true]));
}

it('a second session starts unsatisfied, and both are kept; a resumed one keeps its own, a fork does not (D1, D2)', async () => {
	await using world = await openGatedWorld(plan);
	let during: ReturnType<ClientWorld['sessions']> = {};
	let before = '';

	const first = await world.run({
		main: [
			skill('arch-review'),
			() => {
				during = world.sessions();
				before = world.read('.git/requirements/feature-x.json');
				return text('Planned.');
			},
		],
	});
	expect(injectedContext(mainRequests(first)[0], 'SessionStart')).toHaveLength(1);
	expect(startContext(first)).toMatch(/commit_plan[\s\S]*arch-review/);
	const entry = { uuid: first.session, branch: 'feature/x', cwd: world.repo };
	expect(during).toMatchObject({ [first.session.slice(0, 8)]: entry });
	expect(Object.keys(during)).toHaveLength(1);
	expect(world.sessions()).toEqual({});
	expect(world.read('.git/requirements/feature-x.json')).toBe(before);

	const edit = (name: string) => write(world.path(name));
	const main = [edit('a.ts'), skill('arch-review'), edit('a.ts')];
	const second = await world.run({ main });
	expect(failures(second)).toEqual([true, false, false]);
	expect(satisfied(world)).toEqual({ [first.session]: true, [second.session]: true });

	const resume = ['--resume', first.session];
	const resumed = await world.run({ args: resume, main: [edit('b.ts')] });
	expect(resumed.session).toBe(first.session);
	expect(failures(resumed).at(-1)).toBe(false);
	expect(injectedContext(mainRequests(resumed)[0], 'SessionStart')).toHaveLength(2);

	const fork = await world.run({ args: [...resume, '--fork-session'], main: [edit('c.ts')] });
	expect(failures(fork).at(-1)).toBe(true);
	const [parent, key] = [first, fork].map(({ session }) => session.slice(0, 8));
	expect(world.record(fork.session)).toMatchObject({ parent });
	const tree = world.req('session', 'lineage', key ?? '').matchAll(/[0-9a-f]{8}(?= {2}feature)/g);
	expect([...tree].flat()).toEqual([key, parent]);
});

it('names another live session of the branch, which is no source and is left as it is (D13, D25)', async () => {
	await using world = await openGatedWorld(config);
	let context = '';

	const live = await world.run({
		main: [
			...work(world).slice(0, -1),
			async () => {
				context = startContext(await world.run({}));
				return text('Two of us.');
			},
		],
	});

	expect(context).toContain(live.session.slice(0, 8));
	expect(context).not.toContain('SameSite');
	const record = world.record(live.session);
	expect(record).toMatchObject({ status: 'complete', continued_by: null });
	expect(record.crash_recovered ?? false).toBe(false);
});

it('a killed client leaves valid files, and the next start sweeps it and knows what it did', async () => {
	await using world = await openGatedWorld(plan);
	const running = await world.start({
		main: [
			skill('arch-review'),
			...work(world).slice(0, -1),
			() => {
				running.kill();
				return bash('sleep 1');
			},
		],
	});
	const killed = await running.done;
	expect(killed.exit).toBeNull();
	expect(satisfied(world)).toEqual({ [killed.session]: true });
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
	expect(failures(next)).toEqual([true]);
	expect(startContext(next)).toContain('SameSite must be Lax behind the proxy');
	expect(startContext(next)).toContain('Keep the cookie');
	const record = world.record(killed.session);
	expect(record).toMatchObject({ status: 'crashed', crash_recovered: true });

	const resume = ['--resume', killed.session];
	const resumed = await world.run({ args: resume, main: [write(world.path('c.ts'))] });
	expect(failures(resumed).at(-1)).toBe(false);
});

it('the second session knows what the first one did, and that one what was noted in a terminal, once', async () => {
	await using world = await openGatedWorld(config);
	expect(world.req('learn', 'the tests need a database')).toContain('for the next session');
	world.req('note', 'pin', 'port', 'Postgres listens on 5433');
	world.req('note', 'next', 'wire the cache');
	world.req('note', 'blocker', 'api', 'no staging key yet');

	const first = await world.run({ prompts: ['Fix the login cookie.'], main: work(world) });
	const second = await world.run({ prompts: ['Go on.'] });
	const resumed = await world.run({ args: ['--resume', second.session] });

	expect(failures(first)).toEqual([false, false, false, false]);
	expect(startContext(first)).toContain(noted);
	const notes = ['the tests need a database', 'Postgres listens on 5433', 'wire the cache'];
	for (const piece of [...notes, 'api: no staging key yet']) {
		expect(times(startContext(first), piece)).toBe(1);
	}
	const key = first.session.slice(0, 8);
	const context = startContext(second);
	expect(times(context, header)).toBe(1);
	for (const piece of [
		'[t1] Keep the cookie (last stage: build, 0d ago)',
		'SameSite must be Lax behind the proxy',
		`[inherited from ${key}`,
		'the proxy strips Secure cookies',
		'impl: restoreCookie',
	]) {
		expect(context).toContain(piece);
	}
	expect(context).not.toContain(noted);
	// What other lines say is no topic beside them.
	expect(context).not.toMatch(/^HOT TOPICS: .*cookie/m);
	expect(world.record(first.session)).toMatchObject({
		status: 'complete',
		continued_by: second.session.slice(0, 8),
		activity: { files: [{ path: 'src/login.ts' }] },
	});
	expect(world.record(second.session)).toMatchObject({ previous: key, status: 'complete' });
	expect(times(promptText(mainRequests(resumed).at(-1)), header)).toBe(1);
});
