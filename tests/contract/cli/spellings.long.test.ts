import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANA, BEN, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';
import { plantRecords, someRecord } from '../../support/some-record.ts';

/** How commands were called before each noun got one place, and what they are called now. */
const SPELLINGS: readonly (readonly [old: string, now: string])[] = [
	['sessions', 'session'],
	['sessions --json', 'session list --json'],
	['sessions list --completed', 'session list --completed'],
	['sessions list --bogus', 'session list --bogus'],
	['sessions show auth-v3', 'session show auth-v3'],
	['sessions show auth-v3 --learnings --json', 'session show auth-v3 --learnings --json'],
	['sessions show nobody', 'session show nobody'],
	['sessions chain auth-v3', 'session lineage auth-v3 --continued'],
	['sessions chain auth-v3 --json', 'session lineage auth-v3 --continued --json'],
	['sessions chain auth-v3 --depth 0', 'session lineage auth-v3 --continued --depth 0'],
	['sessions cleanup --dry-run', 'session cleanup --dry-run'],
	['sessions forget auth-v2', 'session forget auth-v2'],
	['sessions lst', 'session lst'],
	['lineage auth-v3', 'session lineage auth-v3'],
	['lineage --json', 'session lineage --json'],
	['context', 'session show --context'],
	['context --json', 'session show --context --json'],
	['context show auth-v3 --json', 'session show auth-v3 --context --json'],
	['context preview --json', 'session preview --json'],
	['context export auth-v3 --format codes-json', 'session export auth-v3 --format codes-json'],
	['events', 'session events'],
	['events list --json', 'session events --json'],
	['events list --limit x', 'session events --limit x'],
	['events verify', 'session events --verify'],
	['events verify --json', 'session events --verify --json'],
	['runs', 'run list'],
	['runs --json', 'run list --json'],
	['runs list', 'run list'],
	['runs show', 'run show'],
	['runs show 1a2b3c4d --json', 'run show 1a2b3c4d --json'],
	['ack understood', 'inherit ack understood'],
	['ack', 'inherit ack'],
	['loop prompt', 'pipeline loop prompt'],
	['help sessions', 'help session'],
	['help sessions forget', 'help session forget'],
	['sessions help chain', 'session help lineage'],
	['lineage --help', 'session lineage --help'],
	['help loop', 'help pipeline loop'],
	['runs --help', 'run list --help'],
];

describe('the spellings of before', () => {
	let world: ReqWorld;
	beforeAll(async () => {
		world = await makeReqWorld('version: 1\n');
		plantRecords(
			world.repo,
			someRecord(ANA, { name: 'auth-v3', days: 1, parent: '5e6f7a8b', previous: '5e6f7a8b' }),
			someRecord(BEN, { name: 'auth-v2', days: 2 }),
		);
	});
	afterAll(() => world[Symbol.asyncDispose]());

	it.each(SPELLINGS)('`req %s` says what `req %s` says', (old, now) => {
		const said = world.req(...now.split(' '));
		expect(said.stdout + said.stderr).not.toMatch(/unknown command '(?:session|run)'/);
		const before = world.req(...old.split(' '));
		if (/list --json|--verify/.test(now)) expect(before.exit).toBe(said.exit);
		// Looking along a lineage is an event of its own, told with its time.
		else expect(timeless(before)).toEqual(timeless(said));
	});

	it('stand in no help', () => {
		const help = world.req('help').stdout;
		expect(help).not.toMatch(/^ {2}(?:sessions|lineage|runs|context|events|ack|loop)\b/m);
		expect(world.req('complete', '--', '').stdout).not.toMatch(/^(?:sessions|lineage|runs|ack)\b/m);
	});

	it('do not mean a new command that happens to have the word', () => {
		expect(world.req('context', 'name', 'other').exit).toBe(64);
		expect(world.req('events', 'forget', 'auth-v2', '--yes').exit).toBe(64);
	});
});

function timeless<T extends { stdout: string; stderr: string }>(said: T): T {
	const strip = (text: string) =>
		text.replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]+Z?|\d+\.\d{3,}/g, 'VARYING');
	return { ...said, stdout: strip(said.stdout), stderr: strip(said.stderr) };
}

describe('req help', () => {
	it('names at most 26 commands', async () => {
		await using world = await makeReqWorld(undefined);
		const { stdout } = world.req('help');
		const commands = stdout.slice(stdout.indexOf('Gates:'), stdout.indexOf('Files:'));
		const names = commands.split('\n').filter((line) => /^ {2}[a-z]/.test(line));
		expect(names.length).toBeGreaterThan(15);
		expect(names.length).toBeLessThanOrEqual(26);
	});

	it.each([
		['task add', 'Usage: req task add '],
		['pipeline run', 'Usage: req pipeline run '],
		['session forget', 'Usage: req session forget '],
		['sessions forget', 'Usage: req session forget '],
		['run list', 'Usage: req run list '],
		['inherit from', 'Usage: req inherit from '],
	])('req help %s explains that command', async (words, usage) => {
		await using world = await makeReqWorld(undefined);
		const help = world.req('help', ...words.split(' '));
		expect(help).toMatchObject({ exit: 0, stderr: '' });
		expect(help.stdout).toContain(usage);
		expect(help.stdout).toContain('\nExamples:\n');
	});

	it('says that a group has no such command', async () => {
		await using world = await makeReqWorld(undefined);
		const help = world.req('help', 'task', 'bogus');
		expect(help).toMatchObject({ exit: 64, stdout: '' });
		expect(help.stderr).toContain('bogus');
	});
});
