import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { clientPid } from '../support/client-process.ts';
import { git } from '../support/git-repo.ts';
import { startHook } from '../support/hook-process.ts';
import { inState, leave, PLAN, prune, workOnGone } from '../support/pruned.ts';
import { builtReq } from '../support/run-hook.ts';
import { ANA, BEN, makeReqWorld, type ReqWorld, satisfiedIn } from '../support/run-req.ts';

const ROUNDS = 12;
const KILLS = 40;
const SKILLED =
	'requirements:\n  plan: { skills: [plan-review] }\n  signed: { scope: permanent }\n';

function startPrune(world: ReqWorld) {
	const child = spawn(process.execPath, [builtReq, 'prune'], { cwd: world.repo, env: world.env });
	return { child, ended: once(child, 'close') };
}

let calls = 0;

function startSkill(world: ReqWorld) {
	calls += 1;
	return startHook('post-tool-use', {
		cwd: world.repo,
		env: { ...world.env, CLAUDE_PID: String(clientPid()), CLAUDE_PROJECT_DIR: world.repo },
		stdin: JSON.stringify({
			session_id: BEN,
			hook_event_name: 'PostToolUse',
			cwd: world.repo,
			tool_name: 'Skill',
			tool_input: { skill: 'plan-review' },
			tool_response: { success: true },
			tool_use_id: `call-${calls}`,
		}),
	});
}

function lines(path: string): { ended_by: string; requirement: string }[] {
	if (!existsSync(path)) return [];
	const texts = readFileSync(path, 'utf8').split('\n');
	return texts.filter((text) => text !== '').map((text) => JSON.parse(text));
}

it('a branch that comes back while its state is pruned keeps what is satisfied from then on', async () => {
	await using world = await makeReqWorld(SKILLED);
	for (let round = 0; round < ROUNDS; round += 1) {
		const branch = `topic-${round}`;
		await workOnGone(world, branch);
		// The branch is there again at about the time when the prune looks for it.
		const pruning = startPrune(world);
		await sleep(Math.random() * 120);
		git(world.repo, 'switch', '-q', '-c', branch);
		const skill = startSkill(world);
		expect((await skill.ended).exit).toBe(0);
		expect(await pruning.ended).toEqual([expect.any(Number), null]);

		expect(await satisfiedIn(world, BEN)).toContain('plan');
		const state = world.state(branch) as { branch: string };
		expect(state.branch).toBe(branch);
	}
});

it('40 kills in the middle of a prune leave valid files, and the next prune goes on', async () => {
	await using world = await makeReqWorld(PLAN);
	await workOnGone(world, 'topic');
	const kept = readFileSync(inState(world, 'topic.json'), 'utf8');
	for (let kill = 0; kill < KILLS; kill += 1) {
		writeFileSync(inState(world, 'topic.json'), kept);
		leave(inState(world, 'sessions/0badcafe-0000-4000-8000-000000000000.jsonl'), '{}\n', 40);
		const { child, ended } = startPrune(world);
		await sleep(60 + Math.random() * 80);
		child.kill('SIGKILL');
		await ended;
		const state = world.state('topic') as { branch: string } | undefined;
		expect(state === undefined || state.branch === 'topic').toBe(true);
		const gone = lines(inState(world, 'history/topic.jsonl'));
		// What is in neither file is lost.
		if (state === undefined) expect(gone.map(({ requirement }) => requirement)).toContain('plan');
	}
	// A kill before a lock was signed, or in the middle of breaking one, keeps the lock for five seconds (D8).
	await expect.poll(async () => (await prune(world)).failed, { timeout: 60_000 }).toEqual([]);
	expect(world.state('topic')).toBeUndefined();
	const history = lines(inState(world, 'history/topic.jsonl'));
	expect(history.map(({ requirement }) => requirement).sort()).toEqual(['plan', 'signed']);
	git(world.repo, 'switch', '-q', '-c', 'topic');
	expect(await satisfiedIn(world, ANA)).toEqual([]);
});
