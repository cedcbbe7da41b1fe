import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { eventOf } from '../support/case-events.ts';
import type { HookStep } from '../support/case-format.ts';
import { fillIn } from '../support/case-placeholders.ts';
import { type CaseWorld, hookEnv, makeCaseWorld, writeFileOf } from '../support/case-world.ts';
import { git, gitEnv, gitIn } from '../support/git-repo.ts';
import { builtHook } from '../support/run-hook.ts';

const COUNT = 12;
const sessions = Array.from({ length: COUNT }, (_, index) => {
	const key = (0xabc00000 + index).toString(16);
	return { key, uuid: `${key}-0000-4000-8000-000000000000` };
});

async function worldWith(requirements: object): Promise<CaseWorld> {
	const world = await makeCaseWorld(true);
	writeFileOf(world, `${world.repo}/.claude/requirements.yaml`, { requirements });
	return world;
}

/** Starts the hook of a step; its exit code, once it has ended. */
async function started(world: CaseWorld, step: HookStep, call: number): Promise<number | null> {
	const event = fillIn(eventOf(step, call), world.names, world.now);
	const hook = spawn(process.execPath, [builtHook(step.hook)], {
		cwd: world.repo,
		env: hookEnv(world),
	});
	const ended = once(hook, 'exit');
	hook.stdin.end(JSON.stringify(event));
	const [exit] = await ended;
	return exit;
}

function readJson(path: string) {
	return JSON.parse(readFileSync(path, 'utf8'));
}

it('calls at once on a new branch take each session’s review along once, and nobody else’s', async () => {
	const [anna, bert, claire, writer] = sessions.map(({ uuid }) => ({ session_id: uuid }));
	const blocks = [{ command: 'git commit' }];
	await using world = await worldWith({
		reviewed: { scope: 'single_use', blocks, skills: ['pre-commit'] },
	});
	for (const stdin of [anna, bert]) {
		await started(world, { hook: 'post-tool-use', skill: 'pre-commit', stdin }, 0);
	}
	gitIn(world.repo, { ...gitEnv, GIT_COMMITTER_DATE: '' }, ['switch', '-q', '-c', 'next']);
	const commits = [anna, bert, claire, anna, bert, claire].map((stdin, call) =>
		started(world, { hook: 'pre-tool-use', bash: 'git commit -m x', stdin }, call),
	);
	expect(await Promise.all(commits)).toEqual(commits.map(() => 0));
	// The next write of a branch folds in what waits beside it.
	for (const [call, branch] of ['next', 'main'].entries()) {
		git(world.repo, 'switch', '-q', branch);
		await started(world, { hook: 'post-tool-use', skill: 'pre-commit', stdin: writer }, call);
	}

	const satisfied = (branch: string) => {
		const { reviewed } = readJson(`${world.names['$STATE']}/${branch}.json`).requirements;
		const entries = Object.entries<{ satisfied?: boolean }>(reviewed.sessions);
		return entries.filter(([, entry]) => entry.satisfied === true).map(([key]) => key);
	};
	const [one, two, , last] = sessions.map(({ key }) => key);
	expect(satisfied('next').sort()).toEqual([one, two, last]);
	expect(satisfied('main')).toEqual([last]);
	const history = readFileSync(`${world.names['$STATE']}/history/main.jsonl`, 'utf8');
	expect(history.match(/"ended_by":"carried"/g)).toHaveLength(2);
});
