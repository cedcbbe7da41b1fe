import { describe, expect, it } from 'vitest';
import { atOnce, entriesIn, everythingStored, recordIn } from '../../support/remembered.ts';
import { ANA, BEN, GATED, makeReqWorld } from '../../support/run-req.ts';

/** In two pieces, so that no scanner takes this file for a leak. */
const TOKEN = ['gh', 'p_0123456789abcdefghijABCDEFGHIJ456789'].join('');
const ESC = '\u001b';

describe('req pin', () => {
	it('keeps label, text and importance, and lists critical ones first', async () => {
		await using world = await makeReqWorld(GATED);
		world.start(ANA);
		expect(world.req('pin', 'add', 'db', 'Postgres', '16')).toMatchObject({ exit: 0, stderr: '' });
		world.req('pin', 'add', 'api', 'v2 only', '--critical');
		expect(world.json('pin', 'list')).toEqual([
			{
				label: 'api',
				content: 'v2 only',
				importance: 'critical',
				pinned_at: expect.any(String),
				origin: null,
			},
			{
				label: 'db',
				content: 'Postgres 16',
				importance: 'standard',
				pinned_at: expect.any(String),
				origin: null,
			},
		]);
		expect(recordIn(world, ANA).pins).toHaveLength(2);
		expect(world.req('pin').stdout).toMatch(/^LABEL .*\napi +critical +.*v2 only\ndb +standard/);
	});

	it('the same label is replaced, and the current one wins', async () => {
		await using world = await makeReqWorld(GATED);
		world.start(ANA);
		world.req('pin', 'add', 'db', 'old', '--critical');
		world.req('pin', 'add', 'db', 'new');
		expect(world.json('pin', 'list')).toMatchObject([
			{ label: 'db', content: 'new', importance: 'standard' },
		]);
	});

	it('refuses one more than there may be, with the list and the next step', async () => {
		await using world = await makeReqWorld(`${GATED}continuity:\n  pins: { max: 2 }\n`);
		world.start(ANA);
		for (const label of ['one', 'two']) world.req('pin', 'add', label, 'text');
		const refused = world.req('pin', 'add', 'three', 'text');
		expect(refused).toMatchObject({ exit: 1, stdout: '' });
		expect(refused.stderr).toMatch(/req pin remove LABEL[\s\S]*one\n[\s\S]*two\n/);
		expect(world.req('pin', 'add', 'two', 'another').exit).toBe(0);
		expect(world.req('pin', 'remove', 'one').exit).toBe(0);
		expect(world.req('pin', 'add', 'three', 'text').exit).toBe(0);
		expect(recordIn(world, ANA).pins.map(({ label }) => label)).toEqual(['two', 'three']);
	});

	it('a secret never reaches the disk, and the user is told', async () => {
		await using world = await makeReqWorld(GATED);
		world.start(ANA);
		const pinned = world.req('pin', 'add', 'ci', `deploy with ${TOKEN} only`);
		expect(pinned.exit).toBe(0);
		expect(pinned.stderr).toMatch(/^req: redacted: \w+/);
		expect(everythingStored(world)).not.toContain(TOKEN);
		expect(world.json('pin', 'list')).toMatchObject([
			{ content: expect.stringMatching(/^deploy with \[redacted:\w+\] only$/) },
		]);
	});

	it.each([
		['a prototype', '__proto__', '__proto__'],
		['what a terminal obeys', `${ESC}[31mred${ESC}[0m\nline`, 'red line'],
	])('a label may be %s', async (_, label, kept) => {
		await using world = await makeReqWorld(GATED);
		world.start(ANA);
		expect(world.req('pin', 'add', label, 'text').exit).toBe(0);
		expect(world.req('pin', 'list').stdout).not.toContain(ESC);
		expect(world.json('pin', 'list')).toMatchObject([{ label: kept }]);
		expect(world.req('pin', 'remove', label).exit).toBe(0);
		expect(world.json('pin', 'list')).toEqual([]);
	});

	it.each([
		['an empty text', ['db', ' ']],
		['an empty label', ['\u200b', 'text']],
		['a long label', ['l'.repeat(65), 'text']],
		['a long text', ['db', 't'.repeat(1_001)]],
		['a text of 100 kB', ['db', 't'.repeat(100_000)]],
		['no text', ['db']],
	])('%s is no use of it, and nothing is kept', async (_, args) => {
		await using world = await makeReqWorld(GATED);
		world.start(ANA);
		const { exit, stderr } = world.req('pin', 'add', ...args);
		expect(exit).toBe(64);
		expect(stderr.length).toBeLessThan(1_000);
		expect(entriesIn(world, ANA)).toEqual([]);
	});

	it('a label that is none is refused with those there are', async () => {
		await using world = await makeReqWorld(GATED);
		world.start(ANA);
		expect(world.req('pin', 'remove', 'db')).toMatchObject({ exit: 1 });
		world.req('pin', 'add', 'api', 'v2');
		expect(world.req('pin', 'remove', 'db')).toMatchObject({
			exit: 1,
			stderr: expect.stringContaining('api'),
		});
	});

	it('two at once are both kept', async () => {
		await using world = await makeReqWorld(GATED);
		world.start(ANA);
		const labels = ['a', 'b', 'c'];
		const exits = await atOnce(
			world,
			labels.map((label) => ['pin', 'add', label, 'text']),
		);
		expect(exits).toEqual([0, 0, 0]);
		const kept = world.json('pin', 'list') as { label: string }[];
		expect(kept.map(({ label }) => label).sort()).toEqual(labels);
	});
});

describe('whose memory it is', () => {
	it('the model writes to its own session, the user to the one that is named', async () => {
		await using world = await makeReqWorld(GATED);
		world.start(ANA);
		world.start(BEN);
		expect(world.asModel(BEN, 'pin', 'add', 'mine', 'text').exit).toBe(0);
		expect(world.req('pin', 'add', 'hers', 'text', '--session', '1a2b').exit).toBe(0);
		expect(world.req('pin', 'add', 'whose', 'text')).toMatchObject({
			exit: 1,
			stderr: expect.stringContaining('--session'),
		});
		expect(recordIn(world, BEN).pins.map(({ label }) => label)).toEqual(['mine']);
		expect(recordIn(world, ANA).pins.map(({ label }) => label)).toEqual(['hers']);
	});

	it('is at home also where the model works in another repository (D3)', async () => {
		await using world = await makeReqWorld(GATED);
		await using other = await makeReqWorld(GATED);
		world.start(ANA);
		const env = { ...world.env, CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: ANA };
		const pinned = other.reqWith({ env }, 'pin', 'add', 'db', 'text');
		expect(pinned).toMatchObject({ exit: 0, stderr: '' });
		expect(recordIn(world, ANA).pins).toMatchObject([{ label: 'db' }]);
	});

	it.each([
		['no hook has seen', GATED, { env: { CLAUDE_CODE_SESSION_ID: ANA }, next: 'req session list' }],
		['runs where nothing is configured', undefined, { env: {}, next: 'req init' }],
		[
			'remembers nothing',
			`${GATED}continuity: { enabled: false }\n`,
			{ env: {}, next: 'continuity.enabled' },
		],
		['has no gates', `enabled: false\n${GATED}`, { env: {}, next: 'enabled is false' }],
	])('a session that %s: exit 1 and the next step', async (_, config, { env, next }) => {
		await using world = await makeReqWorld(config);
		for (const args of [
			['pin', 'add', 'db', 'text'],
			['next', 'done', '1'],
			['learn', 'a whole sentence'],
			['session', 'complete'],
		]) {
			const { exit, stderr } = world.reqWith({ env }, ...args);
			expect({ args, exit }).toEqual({ args, exit: 1 });
			expect(stderr).toContain(next);
		}
	});
});
