import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { writeIn } from '../support/git-repo.ts';
import { startNode } from '../support/hook-process.ts';
import { builtReq } from '../support/run-hook.ts';
import { makeReqWorld, type ReqWorld } from '../support/run-req.ts';
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

/** For each step of init: a copy of the project in which it was killed right before that step, and `--undo` ran then. */
async function killedAtEveryStep(world: ReqWorld): Promise<string[][]> {
	const trees: string[][] = [];
	for (let step = 1; ; step += 1) {
		const cwd = join(world.dir, 'copies', String(step));
		cpSync(world.repo, cwd, { recursive: true, preserveTimestamps: true });
		const dying = startNode(['--require', preload, builtReq, ...INIT], {
			...{ cwd, stdin: '' },
			env: { ...world.env, REQ_TEST_KILL_STEP: String(step) },
		});
		if ((await dying.ended).exit !== 'SIGKILL') return trees;
		await ends(world, cwd, UNDO);
		trees.push(tree(cwd));
	}
}

/** All but the record, its lock, and the temporary file that the killed process was writing. */
function tree(repo: string): string[] {
	return treePrint(repo).filter((line) => !/\.git\/requirements|\.tmp file /.test(line));
}

it('init, killed at any step: --undo leaves every file of the user as it was', async () => {
	await using world = await makeReqWorld(undefined);
	writeIn(world.repo, '.claude/settings.local.json', '{ "model": "x" }\n');
	const before = tree(world.repo);
	const trees = await killedAtEveryStep(world);
	expect(trees.length).toBeGreaterThan(20);
	expect(new Set(trees.map((one) => one.join('\n')))).toEqual(new Set([before.join('\n')]));
});
