import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { entriesIn } from '../../support/remembered.ts';
import { ANA, BEN, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';
import { daysAgo, plantRecords, someRecord } from '../../support/some-record.ts';
import { startOf } from '../../support/start-of.ts';

const CONFIG = 'version: 1\n';
const CARL = '77777777-0000-4000-8000-000000000003';
const BLOCK = [
	...['version', 'from_session', 'from_completed_at', 'lineage'],
	...['learnings', 'patterns', 'warnings', 'decisions', 'progress_summary'],
];

const insight = (kind: 'learning' | 'pattern' | 'warning' | 'decision', text: string) => ({
	...{ id: `i-${text.length}`, kind, text, confidence: 0.9 },
	...{ source: 'user', created_at: daysAgo(20) },
});

/** Ben's session of three weeks ago, of which ana's, which is at work, knows nothing; carl's, which learnt nothing. */
async function planted(): Promise<ReqWorld> {
	const world = await makeReqWorld(CONFIG);
	plantRecords(
		world.repo,
		someRecord(BEN, {
			...{ name: 'auth-v1', days: 20, status: 'archived' },
			insights: [
				insight('learning', 'JWT refresh tokens need atomic rotation'),
				insight('pattern', 'Auth middleware validates before controller'),
				insight('warning', 'Do not modify session.ts without its tests'),
				insight('decision', 'Chose JWT over sessions'),
			],
			notes: [{ at: daysAgo(20), from: 'turn', text: 'Login works; logout is open.' }],
		}),
		someRecord(CARL, { days: 2, notes: [{ at: daysAgo(2), from: 'turn', text: 'Old words.' }] }),
	);
	return world;
}

async function atWork(): Promise<ReqWorld> {
	const world = await planted();
	await startOf(world, ANA);
	return world;
}

const sourceFile = (world: ReqWorld) =>
	readFileSync(join(world.repo, `.git/requirements/sessions/archive/${BEN}.json`), 'utf8');
const shown = (world: ReqWorld, ...args: string[]) =>
	world.json('inherit', 'show', ...args) as Promise<Record<string, unknown>>;

describe('req inherit REF', () => {
	it('the session at work inherits, at any age, and is told of it', async () => {
		await using world = await atWork();
		const before = sourceFile(world);
		const { exit, stdout, stderr } = await world.req('inherit', 'auth-v1');
		expect([exit, stderr]).toEqual([0, '']);
		expect(stdout).toContain('JWT refresh tokens need atomic rotation');
		const bundle = await shown(world);
		expect(Object.keys(bundle).slice(0, BLOCK.length)).toEqual(BLOCK);
		expect(bundle).toMatchObject({
			...{ version: '1', from_session: 'auth-v1', lineage: ['auth-v1'] },
			learnings: ['JWT refresh tokens need atomic rotation'],
			patterns: ['Auth middleware validates before controller'],
			warnings: ['Do not modify session.ts without its tests'],
			decisions: ['Chose JWT over sessions'],
			progress_summary: 'Login works; logout is open.',
		});
		expect(sourceFile(world)).toBe(before);
		expect(existsSync(join(world.repo, `.git/requirements/sessions/${BEN}.jsonl`))).toBe(false);
		expect(await world.json('session', 'show', ANA)).toMatchObject({
			parent: '5e6f7a8b',
			inherited: { from: '5e6f7a8b', door: 'command', select: 'all' },
		});
		expect(await world.json('session', 'lineage', ANA)).toMatchObject([{ key: '1a2b3c4d' }, { key: '5e6f7a8b' }]);
	});

	it.each([['--select', 'learnings,warnings'], ['--select=learnings,warnings']])(
		'only what %s names',
		async (...select) => {
			await using world = await atWork();
			await world.req('inherit', ...select, 'auth-v1');
			const { learnings, warnings, ...rest } = (await shown(world)) as Record<string, string[]>;
			expect(rest).toMatchObject({ patterns: [], decisions: [], progress_summary: '' });
			expect([learnings?.length, warnings?.length]).toEqual([1, 1]);
		},
	);

	it('words that cannot be selected are named with those that can', async () => {
		await using world = await atWork();
		const { exit, stdout, stderr } = await world.req('inherit', 'auth-v1', '--select', 'learnings,tips');
		expect([exit, stdout]).toEqual([64, '']);
		expect(stderr).toContain('"tips"');
		for (const word of ['all', 'learnings', 'patterns', 'warnings', 'decisions', 'progress']) {
			expect(stderr).toContain(word);
		}
	});

	it('age counts where somebody says so', async () => {
		await using world = await atWork();
		const { exit, stderr } = await world.req('inherit', 'auth-v1', '--max-age', '7d');
		expect(exit).toBe(1);
		expect(stderr).toContain('--max-age');
		expect((await world.req('inherit', 'auth-v1', '--max-age', '30d')).exit).toBe(0);
	});

	it('a session that is running still is a warning, and JSON stays valid', async () => {
		await using world = await atWork();
		await startOf(world, CARL);
		const { exit, stderr } = await world.req('inherit', CARL, '--session', ANA);
		expect(exit).toBe(2);
		expect(stderr).toContain('still running');
		const preview = await world.req('inherit', 'show', CARL, '--json');
		expect(preview.exit).toBe(2);
		expect(JSON.parse(preview.stdout)).toMatchObject({ from_session: '77777777' });
	});

	it('is written once: the same source again is nothing new, another one is refused', async () => {
		await using world = await atWork();
		await world.req('inherit', 'auth-v1', '--select', 'learnings');
		const bundle = await shown(world);
		expect((await world.req('inherit', 'auth-v1')).stdout).toContain('already');
		const { exit, stderr } = await world.req('inherit', '7777');
		expect(exit).toBe(1);
		expect(stderr).toContain('auth-v1');
		expect(stderr).toContain('REQ_INHERIT_FROM');
		expect(await shown(world)).toEqual(bundle);
		expect(entriesIn(world, ANA).filter(({ e }) => e === 'inherit')).toHaveLength(1);
	});

	it('a source that cannot be read is refused, and stays where it is', async () => {
		await using world = await atWork();
		const file = join(world.repo, `.git/requirements/sessions/${CARL}.json`);
		writeFileSync(file, '{"schema_version":1,');
		for (const args of [
			['inherit', CARL],
			['inherit', 'show', CARL],
		]) {
			const { exit, stdout, stderr } = await world.req(...args);
			expect([exit, stdout]).toEqual([1, '']);
			expect(stderr).toContain('cannot be read');
		}
		expect(readFileSync(file, 'utf8')).toBe('{"schema_version":1,');
		expect(await shown(world)).toEqual({});
	});

	it('what an heir learns goes on with what it inherited', async () => {
		await using world = await atWork();
		await world.req('inherit', 'auth-v1');
		await world.asModel(ANA, 'learn', 'the logout needs a second cookie');
		const { learnings, lineage } = (await shown(world, ANA)) as Record<string, string[]>;
		expect(learnings).toEqual(['the logout needs a second cookie', 'JWT refresh tokens need atomic rotation']);
		expect(lineage).toEqual(['auth-v1', '1a2b3c4d']);
	});
});

it('req inherit REF needs a session, as the environment of one does not', async () => {
	await using world = await planted();
	const { exit, stderr } = await world.req('inherit', 'auth-v1');
	expect(exit).toBe(1);
	expect(stderr).toContain('no session is active here');
	expect((await world.req('inherit', '--help')).stdout).toContain('REQ_INHERIT_FROM');
});

describe('req inherit show', () => {
	it('{} where nothing was inherited, and with no session at work', async () => {
		await using world = await planted();
		const none = { exit: 0, stdout: '{}\n', stderr: '' };
		expect(await world.req('inherit', 'show', '--json')).toMatchObject(none);
		await startOf(world, ANA);
		expect(await shown(world)).toEqual({});
		expect((await world.req('inherit')).stdout).toContain('inherited nothing');
	});

	it('what a session would get, to read, each item with its origin', async () => {
		await using world = await atWork();
		const { exit, stdout } = await world.req('inherit', 'show', 'auth-v1', '--select', 'patterns,progress');
		expect(exit).toBe(0);
		expect(stdout).toMatch(/^ {2}i-\d+ {2}5e6f7a8b {2}0\.90 {2}Auth middleware validates before controller$/m);
		expect(stdout).toContain('Login works; logout is open.');
		expect(stdout).not.toContain('JWT');
		expect(await shown(world)).toEqual({});
		await world.req('inherit', 'auth-v1');
		expect(await shown(world, '--select', 'warnings')).toMatchObject({
			...{ learnings: [], patterns: [], progress_summary: '' },
			warnings: ['Do not modify session.ts without its tests'],
		});
	});
});
