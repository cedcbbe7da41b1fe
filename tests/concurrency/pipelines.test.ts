import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { makeRunWorld, type Play, type RunWorld } from '../support/fake-claude.ts';
import { writeIn } from '../support/git-repo.ts';
import type { HookProcess } from '../support/hook-process.ts';
import { isThere } from '../support/is-there.ts';
import { ANA } from '../support/run-req.ts';
import { startReq } from '../support/start-req.ts';

const SLOW = 60_000;
const STAGES = `version: 1
stages:
  - {id: plan, prompt: Plan it}
  - {id: work, prompt: Do it}
`;
const MORE: Play = { hooks: true, status: { decision: 'continue', summary: 'half' } };
const STOP: Play = { hooks: true, status: { decision: 'stop' } };

/** What somebody types, and the iterations it comes to. */
const PIPELINE = {
	words: ['pipeline', 'run', 'refine.yaml', 'auth'],
	keys: ['plan-1', 'work-1'],
} as const;
const LOOP = {
	words: ['pipeline', 'loop', 'Go on', 'auth', '2'],
	keys: ['loop-1', 'loop-2'],
} as const;

async function worldOf(...plays: readonly Play[]): Promise<RunWorld> {
	const world = await makeRunWorld('version: 1\n');
	writeIn(world.repo, 'refine.yaml', STAGES);
	world.plays(...plays);
	return world;
}

async function until(isSo: () => boolean): Promise<void> {
	while (!isSo()) await sleep(20);
}

/** A pipeline that was started, and whose session is at work on that iteration. */
async function atWork(
	world: RunWorld,
	{ words, key }: { readonly words: readonly string[]; readonly key: string },
): Promise<HookProcess> {
	const running = startReq(world, ...words);
	await until(() => world.runs()[0]?.items[key]?.session_uuid != null);
	return running;
}

/** Where its sessions read and write. */
function folderOf(world: RunWorld): string {
	return world.starts()[0]?.given?.paths.context ?? '';
}

describe.each([
	['a pipeline', PIPELINE],
	['a loop', LOOP],
] as const)('the end of %s', (_, { words, keys: [first, second] }) => {
	it('Ctrl-C once: the iteration at work counts, no other begins, and --resume has the rest', async () => {
		await using world = await worldOf({ ...MORE, pauses: 1_500 }, STOP);
		const running = await atWork(world, { words, key: first });
		running.child.kill('SIGINT');
		const { exit, stderr } = await running.ended;
		expect(exit).toBe(1);
		expect(stderr).toContain('Ctrl-C again');
		expect(world.starts()).toHaveLength(1);
		const [run] = world.runs();
		expect(run).toMatchObject({
			completed_at: expect.any(String),
			items: { [first]: { status: 'success' } },
		});
		expect(Object.keys(run?.items ?? {})).toEqual([first]);
		expect(existsSync(folderOf(world))).toBe(false);

		expect((await world.req(...words, '--resume')).exit).toBe(0);
		expect(world.starts().map(({ given }) => given?.session)).toEqual([`auth-${first}`, `auth-${second}`]);
	});

	it('Ctrl-C twice: the session stops with all it started, and --resume begins its iteration again', async () => {
		const hangs: Play = { hooks: true, session: ANA, grandchild: true, hangs: SLOW };
		await using world = await worldOf(MORE, hangs, STOP);
		const running = await atWork(world, { words, key: second });
		for (const _ of [1, 2]) {
			running.child.kill('SIGINT');
			await sleep(100);
		}
		expect((await running.ended).exit).toBe(1);
		const start = world.starts()[1];
		await until(() => !isThere(start?.pid ?? 0) && !isThere(start?.grandchild ?? 0));
		expect(world.runs()[0]).toMatchObject({
			completed_at: expect.any(String),
			items: {
				[first]: { status: 'success' },
				[second]: { status: 'interrupted', session_uuid: ANA },
			},
		});
		expect(existsSync(folderOf(world))).toBe(false);

		expect((await world.req(...words, '--resume')).exit).toBe(0);
		const [, , again] = world.starts();
		expect(again?.given).toMatchObject({ session: `auth-${second}` });
		expect(again?.args).not.toContain('--resume');
		const named = (await world.json('session', 'list', '--all')) as {
			name: string;
			uuid: string;
		}[];
		const ofThatName = named.filter(({ name }) => name === `auth-${second}`);
		expect(ofThatName.map(({ uuid }) => uuid)).toEqual([again?.session]);
	});
});
