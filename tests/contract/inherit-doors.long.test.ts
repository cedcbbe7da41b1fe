import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeContinuityWorld } from '../support/continuity-world.ts';
import { bundleOf, ends, idOf, keyOf, learnt, linesOf, startsFrom, stops } from '../support/inheriting.ts';
import { makeReqWorld, type ReqWorld } from '../support/run-req.ts';
import { plantRecords } from '../support/some-record.ts';

const CONFIG = 'version: 1\nrequirements:\n  commit_plan: {}\n';
const FILE = `${CONFIG}inherit:\n  from: of-file\n`;
const DAY = 24;

/** A world where some old sessions have names. */
async function withOld(config: string, ...names: readonly string[]): Promise<ReqWorld> {
	const world = await makeReqWorld(config);
	plantRecords(world.repo, ...names.map((name, index) => learnt(index + 1, name)));
	return world;
}

describe('REQ_INHERIT_FROM', () => {
	it('D24: brings one session at any age, in place of others', async () => {
		await using world = await makeContinuityWorld();
		const [old, other] = [world.session(1), world.session(2)];
		await old.start();
		await old.req('session', 'name', 'auth-v1');
		await old.req('learn', 'JWT refresh tokens need atomic rotation');
		await old.req('note', 'pin', 'db', 'postgres 16');
		await old.stop('The login is done.');
		await old.end();
		world.pass(21 * DAY);
		await other.start();
		await other.req('learn', 'Something else entirely');
		await other.req('task', 'add', 'Write the docs');
		await other.stop();
		await other.end();
		world.pass(1);
		const journal = join(world.stateDir, `sessions/archive/${old.uuid}.jsonl`);
		const before = readFileSync(journal, 'utf8');
		const heir = world.session(3, { env: { REQ_INHERIT_FROM: 'auth-v1' } });
		const text = await heir.start();
		expect(text).toContain('JWT refresh tokens need atomic rotation');
		expect(text).toContain('postgres 16');
		expect(text).toContain('The login is done.');
		expect(text).toContain('Write the docs');
		expect(text).not.toContain('Something else entirely');
		expect(text).toContain(`.git/requirements/inherited/${heir.uuid}.json`);
		await heir.stop();
		const parent = { parent: old.key, previous: other.key };
		expect(heir.record()).toMatchObject({
			...parent,
			inherited: { from: old.key, door: 'environment', select: 'all' },
			restorations: [{ from: old.key, mode: 'explicit' }],
			pins: [{ label: 'db', origin: { session: old.key } }],
		});
		await heir.end();
		expect(readFileSync(journal, 'utf8')).toBe(before);
		expect(world.events('session_restored').at(-1)).toMatchObject({
			from_session_ids: [old.uuid],
			pins_inherited: 1,
		});
		expect(world.events('session_override')).toMatchObject([{ command: 'inherit', ref: old.uuid, by: 'ana' }]);
	});

	it('never in a nested client, nor in a subagent', async () => {
		await using world = await withOld(CONFIG, 'auth-v1');
		await startsFrom(world, 10, {
			from: 'auth-v1',
			env: { CLAUDE_CODE_EXECPATH: '/usr/bin/claude' },
		});
		await startsFrom(world, 11, { from: 'auth-v1', input: { agent_id: 'a1' } });
		expect([bundleOf(world, 10), bundleOf(world, 11)]).toEqual([undefined, undefined]);
	});
});

/** The same on another branch, and a file that speaks to the first session of this one. */
async function withElsewhere(...names: readonly string[]): Promise<ReqWorld> {
	const world = await makeReqWorld(FILE);
	const onMain = (name: string, index: number) => learnt(index + 1, name, { branch: 'main' });
	plantRecords(world.repo, ...names.map(onMain));
	return world;
}

describe('the doors', () => {
	it('D24: the environment comes before the file', async () => {
		await using world = await withElsewhere('of-env', 'of-file');
		expect((await startsFrom(world, 10, { from: 'of-env' })).text).toContain('learning of of-env');
		expect(bundleOf(world, 10)).toMatchObject({ from_session: 'of-env' });
	});

	it('D24: the file speaks to the first session of a branch, and to no later one', async () => {
		await using world = await withElsewhere('of-file');
		const first = await startsFrom(world, 10);
		expect(first.text).toContain('learning of of-file');
		expect(linesOf(world, 10, 'inherit')).toMatchObject([{ door: 'config', from: keyOf(1) }]);
		await world.asModel(idOf(10), 'learn', 'the first one learnt this');
		// It is at work still, and has no record yet.
		expect((await startsFrom(world, 11)).text).not.toContain('learning of of-file');
		await stops(world, 10);
		await ends(world, 10);
		await ends(world, 11);
		const later = await startsFrom(world, 12);
		expect(later.text).toContain('the first one learnt this');
		expect([bundleOf(world, 11), bundleOf(world, 12)]).toEqual([undefined, undefined]);
	});

	it('what the file selects is what its session starts with', async () => {
		await using world = await makeReqWorld(`${FILE}  select: [warnings, progress]\n`);
		plantRecords(world.repo, learnt(1, 'of-file', { branch: 'main' }));
		const { text } = await startsFrom(world, 10);
		for (const part of ['warning', 'progress']) expect(text).toContain(`${part} of of-file`);
		expect(text).not.toMatch(/(?:learning|pattern|decision) of of-file/);
		expect(bundleOf(world, 10)).toMatchObject({ select: ['warnings', 'progress'], learnings: [] });
	});
});
