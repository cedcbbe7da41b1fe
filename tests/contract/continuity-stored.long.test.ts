import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SessionRecord } from '../../src/memory/record.ts';
import { finished } from '../support/continuity-stories.ts';
import { type ContinuityWorld, makeContinuityWorld, type Played } from '../support/continuity-world.ts';
import { runHook } from '../support/run-hook.ts';
import { shaped } from '../support/shaped.ts';

function recordFile({ stateDir }: ContinuityWorld, { uuid }: Played): string {
	return join(stateDir, 'sessions', `${uuid}.json`);
}

describe('the mirror', () => {
	const CONFIG = 'version: 1\ncontinuity: { mirror: true }\n';
	/** A world whose user, not its project, asks for the mirror. */
	const mirrored = async () => {
		const made = await makeContinuityWorld();
		writeFileSync(join(made.world.repo, '.claude/requirements.local.yaml'), CONFIG);
		return made;
	};
	const fileOf = ({ world }: ContinuityWorld, { uuid }: Played) =>
		join(world.configDir, 'requirements', 'sessions', `${uuid}.json`);

	it('is a copy of each record under its full id, and goes when the session is forgotten', async () => {
		await using world = await mirrored();
		const one = await finished(world, 1);
		const copy = JSON.parse(readFileSync(fileOf(world, one), 'utf8'));
		expect(shaped(SessionRecord, copy)).toEqual(JSON.parse(readFileSync(recordFile(world, one), 'utf8')));
		rmSync(join(world.world.configDir, 'sessions.json'), { force: true });
		const forgotten = await world.world.req('session', 'forget', one.uuid, '--yes');
		expect(forgotten.exit).toBe(0);
		expect(existsSync(fileOf(world, one))).toBe(false);
		expect(one.record()).toBeUndefined();
	});

	it('is not made because the project says so', async () => {
		await using world = await makeContinuityWorld(CONFIG);
		expect(existsSync(fileOf(world, await finished(world, 1)))).toBe(false);
	});

	it('that cannot be written costs only itself', async () => {
		await using world = await mirrored();
		mkdirSync(join(world.world.configDir, 'requirements'), { recursive: true });
		writeFileSync(join(world.world.configDir, 'requirements', 'sessions'), 'in the way');
		const one = await finished(world, 1);
		expect(one.record()?.status).toBe('complete');
		expect(world.events('session_captured')).toHaveLength(1);
	});
});

describe('with REQ_SESSION_DEBUG=1', () => {
	it('the hook that keeps a session says on stderr how many files that were', async () => {
		await using world = await makeContinuityWorld();
		const one = world.session(1);
		await one.start();
		await one.edit('src/a.ts', 'export function a() {}');
		await one.edit('src/b.ts');
		const event = one.event({ hook_event_name: 'SessionEnd', reason: 'other' });
		const env = { ...event.env, REQ_SESSION_DEBUG: '1' };
		const ended = await runHook('session-end', { ...event, env });
		expect(ended).toMatchObject({ exit: 0, stdout: '' });
		expect(ended.stderr).toMatch(/record c0de0001: 2 files, 1 functions/);
	});
});

describe('what a build without continuity left', () => {
	it('stays as it was, and its sessions are closed and told of', async () => {
		await using world = await makeContinuityWorld('version: 1\nrequirements: { plan: { scope: branch } }\n');
		const uuid = 'c0de0001-0000-4000-8000-000000000000';
		const state = {
			schema_version: 1,
			...{ branch: 'feature/x', project: world.world.repo },
			...{ created_at: ago(2), updated_at: ago(1) },
			requirements: {
				plan: { scope: 'branch', satisfied: true, satisfied_at: ago(1), sessions: {} },
			},
		};
		const lines = [
			{
				at: ago(5),
				s: uuid,
				e: 'start',
				source: 'startup',
				branch: 'feature/x',
				cwd: '/x',
				pid: 1e9,
			},
			{ at: ago(4), s: uuid, e: 'trigger', branch: 'feature/x', names: ['plan'] },
			{ at: ago(3), s: uuid, e: 'end', reason: 'other' },
		];
		const dir = join(world.stateDir, 'sessions');
		mkdirSync(dir, { recursive: true });
		const stateFile = join(world.stateDir, 'feature-x.json');
		writeFileSync(stateFile, JSON.stringify(state));
		const journal = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
		writeFileSync(join(dir, 'c0de0001-0000-4000-8000-000000000000.jsonl'), journal);
		const two = world.session(2);
		await two.start();
		await two.edit('src/a.ts');
		await two.stop();
		expect(JSON.parse(readFileSync(stateFile, 'utf8')).requirements.plan).toMatchObject({
			...{ satisfied: true, satisfied_at: state.requirements.plan.satisfied_at },
		});
		expect(readFileSync(join(dir, 'c0de0001-0000-4000-8000-000000000000.jsonl'), 'utf8').startsWith(journal)).toBe(
			true,
		);
		expect(world.session(1).record()).toMatchObject({ uuid, user: 'ana', status: 'complete' });
		expect(two.record()).toMatchObject({ status: 'active' });
	});

	function ago(hours: number): string {
		return new Date(Date.now() - hours * 3_600_000).toISOString();
	}
});
