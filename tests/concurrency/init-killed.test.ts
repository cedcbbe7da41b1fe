import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { writeIn } from '../support/git-repo.ts';
import { startNode } from '../support/hook-process.ts';
import { builtReq, makeReqWorld, type ReqWorld } from '../support/run-req.ts';
import { startReq } from '../support/start-req.ts';
import { treePrint } from '../support/tree-print.ts';

const preload = fileURLToPath(new URL('../support/killed-at-step.cjs', import.meta.url));
/** A config, settings that were there, and a line of git's own file. */
const INIT = ['init', '--local', '--status-line', '--json'];
const UNDO = ['init', '--undo', '--json'];

/** A lock without an owner is nobody's only after five seconds: until then the command says that it is held. */
async function ends(world: ReqWorld, cwd: string, args: readonly string[]): Promise<void> {
	for (;;) {
		const { exit, stderr } = await startReq({ ...world, repo: cwd }, ...args).ended;
		if (exit === 0) return;
		expect([exit, stderr]).toEqual([1, expect.stringContaining('is at work')]);
	}
}

interface Killing {
	readonly world: ReqWorld;
	/** What comes before the command that is killed. */
	readonly first?: readonly string[];
	readonly killed: readonly string[];
	readonly next: readonly string[];
}

/** For each step of a command: a copy of the project in which it was killed right before that step, and what came then. */
async function killedAtEveryStep({ world, first, killed, next }: Killing): Promise<string[][]> {
	const trees: string[][] = [];
	for (let step = 1; ; step += 1) {
		const cwd = join(world.dir, 'copies', `${killed[1]}-${next[1]}-${step}`);
		cpSync(world.repo, cwd, { recursive: true, preserveTimestamps: true });
		if (first !== undefined) await ends(world, cwd, first);
		const dying = startNode(['--require', preload, builtReq, ...killed], {
			...{ cwd, stdin: '' },
			env: { ...world.env, REQ_TEST_KILL_STEP: String(step) },
		});
		if ((await dying.ended).exit !== 'SIGKILL') return trees;
		await ends(world, cwd, next);
		trees.push(tree(cwd));
	}
}

/** The record names the copy and the time. */
function tree(repo: string): string[] {
	return treePrint(repo).map((line) => line.replace(/(init\.json) .*/, '$1'));
}

async function initWorld(): Promise<ReqWorld> {
	const world = await makeReqWorld(undefined);
	writeIn(world.repo, '.claude/settings.local.json', '{ "model": "x" }\n');
	return world;
}

it('init, killed at any step: --undo leaves the tree as it was', async () => {
	await using world = await initWorld();
	const trees = await killedAtEveryStep({ world, killed: INIT, next: UNDO });
	expect(trees.length).toBeGreaterThan(20);
	expect(new Set(trees.map((one) => one.join('\n')))).toEqual(
		new Set([tree(world.repo).join('\n')]),
	);
});

it('init, killed at any step: the next init completes it and leaves nothing else behind', async () => {
	await using world = await initWorld();
	const trees = await killedAtEveryStep({ world, killed: INIT, next: INIT });
	expect(trees.length).toBeGreaterThan(20);
	await ends(world, world.repo, INIT);
	expect(new Set(trees.map((one) => one.join('\n')))).toEqual(
		new Set([tree(world.repo).join('\n')]),
	);
});

it('init --undo, killed at any step: the next one ends it', async () => {
	await using world = await initWorld();
	const trees = await killedAtEveryStep({ world, first: INIT, killed: UNDO, next: UNDO });
	expect(trees.length).toBeGreaterThan(20);
	expect(new Set(trees.map((one) => one.join('\n')))).toEqual(
		new Set([tree(world.repo).join('\n')]),
	);
});
