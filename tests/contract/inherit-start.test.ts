import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clientPid } from '../support/client-process.ts';
import { makeContinuityWorld } from '../support/continuity-world.ts';
import { startHook } from '../support/hook-process.ts';
import {
	arm,
	bundleOf,
	ends,
	idOf,
	keyOf,
	learnt,
	linesOf,
	startsFrom,
} from '../support/inheriting.ts';
import { makeReqWorld, type ReqWorld } from '../support/run-req.ts';
import { plantRecords } from '../support/some-record.ts';

const CONFIG = 'version: 1\nrequirements:\n  commit_plan: {}\n';
const DAY = 24;
const GATES = 'req: 1 gate on feature/x; 1 unmet: commit_plan';

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
		const journal = join(world.stateDir, `sessions/archive/${old.key}.jsonl`);
		const before = readFileSync(journal, 'utf8');
		const heir = world.session(3, { env: { REQ_INHERIT_FROM: 'auth-v1' } });
		const text = await heir.start();
		expect(text).toContain('JWT refresh tokens need atomic rotation');
		expect(text).toContain('postgres 16');
		expect(text).toContain('The login is done.');
		expect(text).toContain('Write the docs');
		expect(text).not.toContain('Something else entirely');
		expect(text).toContain(`.git/requirements/inherited/${heir.key}.json`);
		await heir.stop();
		const parent = { parent: old.key, lineage: [old.key], previous: other.key };
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
		expect(world.events('session_override')).toMatchObject([
			{ command: 'inherit', ref: old.uuid, by: 'ana' },
		]);
	});

	it('takes a key, an id and the beginning of one as well', async () => {
		await using world = await withOld(CONFIG, 'auth-v1');
		for (const [index, from] of [keyOf(1), idOf(1), 'AB000001-0', ' auth-v1 '].entries()) {
			const { text, notice } = await startsFrom(world, 10 + index, { from });
			expect({ from, notice }).toEqual({ from, notice: GATES });
			expect(text).toContain('learning of auth-v1');
			await ends(world, 10 + index);
		}
	});

	it.each(['compact', 'fork'])('never at a %s', async (source) => {
		await using world = await withOld(CONFIG, 'auth-v1');
		await startsFrom(world, 10, { from: 'auth-v1', source });
		expect(bundleOf(world, 10)).toBeUndefined();
	});

	it('never in a nested client, nor in a subagent', async () => {
		await using world = await withOld(CONFIG, 'auth-v1');
		arm(world, 1);
		await startsFrom(world, 10, {
			from: 'auth-v1',
			env: { CLAUDE_CODE_EXECPATH: '/usr/bin/claude' },
		});
		await startsFrom(world, 11, { from: 'auth-v1', input: { agent_id: 'a1' } });
		expect([bundleOf(world, 10), bundleOf(world, 11)]).toEqual([undefined, undefined]);
		expect(world.state()).not.toHaveProperty('armed_inherit.taken_by');
	});

	it('says nothing where sessions are not remembered', async () => {
		const off = `${CONFIG}continuity:\n  enabled: false\n`;
		await using world = await withOld(off, 'auth-v1');
		const asked = await startsFrom(world, 10, { from: 'auth-v1' });
		await ends(world, 10);
		expect(asked.stdout).toBe((await startsFrom(world, 10)).stdout);
		expect(bundleOf(world, 10)).toBeUndefined();
	});

	it('speaks also where inject_on leaves a startup out', async () => {
		await using world = await withOld(`${CONFIG}continuity:\n  inject_on: []\n`, 'auth-v1');
		expect((await startsFrom(world, 10, { from: 'auth-v1' })).text).toContain(
			'learning of auth-v1',
		);
	});

	it('of two hooks of one start one speaks, and the bundle is written once', async () => {
		await using world = await withOld(CONFIG, 'auth-v1');
		const input = { hook_event_name: 'SessionStart', session_id: idOf(10), cwd: world.repo };
		const options = {
			cwd: world.repo,
			stdin: JSON.stringify({ ...input, source: 'startup' }),
			env: {
				...world.env,
				CLAUDE_PID: String(clientPid()),
				CLAUDE_PROJECT_DIR: world.repo,
				REQ_INHERIT_FROM: 'auth-v1',
			},
		};
		const both = [startHook('session-start', options), startHook('session-start', options)];
		const said = await Promise.all(both.map(({ ended }) => ended));
		expect(said.map(({ exit }) => exit)).toEqual([0, 0]);
		const speakers = said.filter(({ stdout }) => stdout.includes('learning of auth-v1'));
		expect(speakers).toHaveLength(1);
		expect(linesOf(world, 10, 'inherit')).toHaveLength(1);
		expect(linesOf(world, 10, 'restore')).toHaveLength(1);
	});

	it('explains itself to whoever asks', async () => {
		await using world = await withOld(CONFIG, 'auth-v1');
		const { stderr } = await startsFrom(world, 10, {
			from: 'auth-v1',
			env: { REQ_SESSION_DEBUG: '1' },
		});
		expect(stderr).toMatch(/inherits from auth-v1.*environment/);
	});
});
