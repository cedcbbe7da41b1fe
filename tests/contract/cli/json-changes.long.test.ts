import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANA, GATED, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';

let world: ReqWorld;
beforeAll(async () => {
	world = await makeReqWorld(GATED);
	world.start(ANA);
});
afterAll(() => world[Symbol.asyncDispose]());

const SESSION = '1a2b3c4d';
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
const PENDING = { id: 't1', title: 'cache it', status: 'open', session: SESSION };

/** In this order: later ones change what earlier ones made. */
const CHANGES: readonly (readonly [args: string, says: object])[] = [
	[
		'satisfy commit_plan --ttl 1h',
		{
			branch: 'feature/x',
			session: SESSION,
			requirements: [
				{
					name: 'commit_plan',
					already: false,
					holds: 'session',
					expires_at: TIME,
					carried_from: null,
				},
			],
		},
	],
	[
		'clear commit_plan note_written',
		{
			branch: 'feature/x',
			session: SESSION,
			requirements: [
				{ name: 'commit_plan', cleared: true, of: 'session' },
				{ name: 'note_written', cleared: false, of: 'session' },
			],
		},
	],
	[
		'approve on_main --by ben',
		{
			branch: 'feature/x',
			session: SESSION,
			requirements: ['on_main'],
			by: 'ben',
			expires_at: TIME,
		},
	],
	[
		'done arch-review',
		{
			branch: 'feature/x',
			session: SESSION,
			skill: 'arch-review',
			satisfied: ['commit_plan', 'architecture_reviewed'],
			already: [],
		},
	],
	[
		'pause --reason hotfix',
		{
			branch: 'feature/x',
			changed: true,
			paused: { at: TIME, by: 'ana', reason: 'hotfix' },
		},
	],
	['pause --off', { branch: 'feature/x', changed: true, paused: null }],
	['pause --off', { branch: 'feature/x', changed: false, paused: null }],
	[
		'pin add db text',
		{ session: SESSION, label: 'db', importance: 'standard', replaced: false, count: 1, max: 10 },
	],
	['pin remove db', { session: SESSION, label: 'db' }],
	['next add wire it', { session: SESSION, text: 'wire it', already: false }],
	['next done 1', { session: SESSION, text: 'wire it', ended: 'done' }],
	[
		'block add api no key',
		{ session: SESSION, type: 'api', text: 'no key', already: false, resolved: false },
	],
	['block resolve 1', { session: SESSION, type: 'api', text: 'no key', resolved: true }],
	['task add cache it', { ...PENDING, in_session: SESSION }],
	['task stage t1 verify', { ...PENDING, status: 'in_progress', stage: 'verify' }],
	['task done t1', { ...PENDING, status: 'done' }],
	[
		'learn decision keep it --why simple',
		{ session: SESSION, kind: 'decision', already: false, id: expect.stringMatching(/^i/) },
	],
	['learn the tests need a database', { session: SESSION, kind: 'learning', already: false }],
	['session name auth', { session: SESSION, name: 'auth' }],
	['session phase review', { session: SESSION, phase: 'review' }],
	['session capture half done', { key: SESSION }],
	['session complete', { session: SESSION, already: false }],
	['session complete', { session: SESSION, already: true }],
];

describe('what writes answers with --json', () => {
	it.each(CHANGES)('req %s', (args, says) => {
		const run = world.req(...args.split(' '), '--json');
		expect(run).toMatchObject({ exit: 0, stderr: '' });
		expect(JSON.parse(run.stdout)).toMatchObject({ ...says, warnings: [] });
	});

	it.each(['confirm', 'dispute', 'forget'])('req learn %s', (verdict) => {
		const { id } = JSON.parse(world.req('learn', `we say ${verdict} of it`, '--json').stdout);
		const run = world.req('learn', verdict, id, '--json');
		expect(run).toMatchObject({ exit: 0, stderr: '' });
		expect(JSON.parse(run.stdout)).toMatchObject({
			id,
			text: `we say ${verdict} of it`,
			kind: 'learning',
			confidence: verdict === 'forget' ? null : expect.any(Number),
			warnings: [],
		});
	});

	it('with what it warns of', () => {
		const secret = `ghp_${'a1B2'.repeat(9)}`;
		const run = world.req('next', 'add', `use ${secret}`, '--json');
		expect(run.stderr).toContain('redacted');
		expect(JSON.parse(run.stdout).warnings).toEqual([expect.stringContaining('redacted')]);
		expect(run.stdout).not.toContain(secret);
	});
});

describe('an error with --json', () => {
	it.each([
		[['satisfy', 'comit_plan'], 1, 'unknown_name', 'did you mean commit_plan'],
		[['status', '--session', 'beef'], 1, 'unknown_session', 'req session list'],
		[['satisfy', 'commit_plan', '--ttl', 'soon'], 64, 'usage', 'such as'],
		[['approve', 'on_main', '--bogus'], 64, 'usage', 'req help approve'],
		[['statsu'], 64, 'usage', 'req --help'],
	])('%j', (args, exit, code, hint) => {
		const run = world.req(...args, '--json');
		expect(run.exit).toBe(exit);
		expect(run.stderr).toMatch(/^req: /);
		const { error, ...more } = JSON.parse(run.stdout);
		expect(more).toEqual({});
		expect(error).toEqual({
			code,
			message: expect.stringMatching(/^(?!error:|req:)./),
			hint: expect.stringContaining(hint),
		});
	});

	it('is none where --json is for the client', () => {
		expect(world.req('run', '--max', 'x', '--', '--json').stdout).toBe('');
	});
});
