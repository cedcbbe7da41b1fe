import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { clientPid } from '../support/client-process.ts';
import { git } from '../support/git-repo.ts';
import { startHook } from '../support/hook-process.ts';
import { workOnGone } from '../support/pruned.ts';
import { builtReq } from '../support/run-hook.ts';
import { BEN, makeReqWorld, type ReqWorld, satisfiedIn } from '../support/run-req.ts';

const ROUNDS = 12;
const SKILLED = 'requirements:\n  plan: { skills: [plan-review] }\n  signed: { scope: permanent }\n';

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
