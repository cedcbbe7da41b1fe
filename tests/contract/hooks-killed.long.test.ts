import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { lapses, saidBy } from '../support/case-checks.ts';
import { eventOf } from '../support/case-events.ts';
import type { HookStep } from '../support/case-format.ts';
import { fillIn } from '../support/case-placeholders.ts';
import {
	type CaseWorld,
	hookEnv,
	makeCaseWorld,
	snapshot,
	writeFileOf,
} from '../support/case-world.ts';
import { inOrder } from '../support/in-order.ts';
import { builtHook, runHookProcess } from '../support/run-hook.ts';

const start: HookStep = { hook: 'session-start' };
const skill: HookStep = { hook: 'post-tool-use', skill: 'arch-review' };
const edit: HookStep = { hook: 'pre-tool-use', edit: 'a.txt' };
const STEPS: readonly HookStep[] = [
	start,
	skill,
	{ hook: 'post-tool-use', edit: 'a.txt' },
	{ hook: 'stop' },
];

/** From before the hook's first line until after its last one, in milliseconds. */
const INSTANTS = Array.from({ length: 40 }, (_, index) => 20 + index * 2);

function stdinOf(world: CaseWorld, step: HookStep): string {
	return JSON.stringify(fillIn(eventOf(step, 1), world.names, world.now));
}

/** Whether the hook was still at work then. */
async function runAndKill(world: CaseWorld, step: HookStep, after: number): Promise<boolean> {
	const options = { cwd: world.repo, env: hookEnv(world) };
	const hook = spawn(process.execPath, [builtHook(step.hook)], options);
	const ended = once(hook, 'exit');
	hook.stdin.on('error', () => {});
	hook.stdin.end(stdinOf(world, step));
	await pause(after);
	hook.kill('SIGKILL');
	const [, signal] = await ended;
	return signal === 'SIGKILL';
}

it('a kill at any instant leaves valid files, and the next start recovers', async () => {
	await using world = await makeCaseWorld(true);
	const config = { requirements: { commit_plan: {} } };
	writeFileOf(world, `${world.repo}/.claude/requirements.yaml`, config);
	let killed = 0;
	for (const [index, after] of INSTANTS.entries()) {
		const step = STEPS[index % STEPS.length] ?? start;
		if (await runAndKill(world, step, after)) killed += 1;
		for (const path of [...snapshot(world).keys()].filter((one) => one.endsWith('.json'))) {
			expect(() => JSON.parse(readFileSync(path, 'utf8')), `${path} at ${after} ms`).not.toThrow();
		}
	}
	expect(killed).toBeGreaterThan(0);

	const results = await inOrder([start, skill, edit], (step) =>
		runHookProcess(step.hook, {
			cwd: world.repo,
			stdin: stdinOf(world, step),
			env: hookEnv(world),
		}),
	);
	expect(results.flatMap(lapses)).toEqual([]);
	expect(results.map(({ stdout }) => saidBy(stdout))).toEqual(['context', 'nothing', 'nothing']);
});
