import { describe, expect, it } from 'vitest';
import { clientPid } from '../support/client-process.ts';
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
	stops,
} from '../support/inheriting.ts';
import { makeReqWorld, type ReqWorld } from '../support/run-req.ts';
import { daysAgo, plantRecords, someRecord } from '../support/some-record.ts';

const CONFIG = 'version: 1\nrequirements:\n  commit_plan: {}\n';
const FILE = `${CONFIG}inherit:\n  from: of-file\n`;

/** A world where some old sessions of this branch have names. */
async function withOld(...names: readonly string[]): Promise<ReqWorld> {
	const world = await makeReqWorld(CONFIG);
	plantRecords(world.repo, ...names.map((name, index) => learnt(index + 1, name)));
	return world;
}

/** The same on another branch, and a file that speaks to the first session of this one. */
async function withElsewhere(...names: readonly string[]): Promise<ReqWorld> {
	const world = await makeReqWorld(FILE);
	const onMain = (name: string, index: number) => learnt(index + 1, name, { branch: 'main' });
	plantRecords(world.repo, ...names.map(onMain));
	return world;
}

describe('the doors', () => {
	it('D24: what was armed comes before the environment, and that before the file', async () => {
		await using world = await withElsewhere('of-command', 'of-env', 'of-file');
		arm(world, 1);
		expect((await startsFrom(world, 10, { from: 'of-env' })).text).toContain(
			'learning of of-command',
		);
		expect(bundleOf(world, 10)).toMatchObject({ from_session: 'of-command' });
		expect((await startsFrom(world, 11, { from: 'of-env' })).text).toContain('learning of of-env');
	});

	it('the environment comes before the file', async () => {
		await using world = await withElsewhere('of-env', 'of-file');
		const { text } = await startsFrom(world, 10, { from: 'of-env' });
		expect(text).toContain('learning of of-env');
		expect(text).not.toContain('of-file');
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

	it('D24: neither where the only session of the branch is older than the index, but where it was a nested one', async () => {
		await using world = await makeReqWorld(FILE);
		const archived = { days: 60, status: 'archived' as const };
		plantRecords(
			world.repo,
			learnt(1, 'of-file', { branch: 'main' }),
			someRecord(idOf(2), archived),
		);
		await startsFrom(world, 10);
		expect(bundleOf(world, 10)).toBeUndefined();
		await using other = await makeReqWorld(FILE);
		plantRecords(
			other.repo,
			learnt(1, 'of-file', { branch: 'main' }),
			someRecord(idOf(2), { channel: 'nested' }),
		);
		await startsFrom(other, 10);
		expect(bundleOf(other, 10)).toMatchObject({ from_session: 'of-file' });
	});

	it('what was armed is for the first session that comes, once', async () => {
		await using world = await withOld('auth-v1');
		arm(world, 1, { select: 'learnings', required: true });
		await startsFrom(world, 10, { source: 'resume' });
		expect(bundleOf(world, 10)).toBeUndefined();
		const { text } = await startsFrom(world, 11);
		expect(text).toContain('learning of auth-v1');
		expect(text).not.toContain('pattern of auth-v1');
		expect(text).toContain('req inherit ack');
		expect(world.state()).toMatchObject({ armed_inherit: { taken_by: idOf(11) } });
		expect(linesOf(world, 11, 'inherit')).toMatchObject([{ door: 'command', required: true }]);
		await startsFrom(world, 12);
		expect(bundleOf(world, 12)).toBeUndefined();
	});

	it('of two sessions that start at once one has it', async () => {
		await using world = await withOld('auth-v1');
		arm(world, 1);
		const at = (n: number) => ({
			cwd: world.repo,
			stdin: JSON.stringify({
				...{ hook_event_name: 'SessionStart', session_id: idOf(n), cwd: world.repo },
				source: 'startup',
			}),
			env: { ...world.env, CLAUDE_PID: String(clientPid()), CLAUDE_PROJECT_DIR: world.repo },
		});
		const hooks = [10, 11].map((n) => startHook('session-start', at(n)));
		await Promise.all(hooks.map(({ ended }) => ended));
		const bundles = [10, 11].map((n) => bundleOf(world, n)).filter((one) => one !== undefined);
		expect(bundles).toHaveLength(1);
	});

	it('what was armed with an age has none of an older session, and says so', async () => {
		await using world = await withOld('auth-v1');
		arm(world, 1, { max_age: 7 * 86_400_000 });
		const { text, notice } = await startsFrom(world, 10);
		expect(text).not.toContain('learning of auth-v1');
		expect(notice).toContain('nothing inherited');
		arm(world, 1, { max_age: 30 * 86_400_000, at: daysAgo(1) });
		expect((await startsFrom(world, 11)).text).toContain('learning of auth-v1');
	});
});
