import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runIdOf } from '../src/core/run/run-record.ts';
import { DONE, fakeClaude, makeRunWorld, type RunWorld } from '../tests/support/fake-claude.ts';
import { inOrder } from '../tests/support/in-order.ts';
import { builtReq } from '../tests/support/run-hook.ts';
import { GATED } from '../tests/support/run-req.ts';
import type { Inside } from './inside.ts';
import { emptyNodeMs, median, p95 } from './measure.ts';

const RUNS = 500;
/** Of an empty node, for `req run --dry-run`. */
const DRY_LIMIT = 6;
/** What a run may add to the client's own time. */
const ADDED_LIMIT = 1.1;
const TOOLS = 10;
/** Seconds that a tool takes, the turn of the model included. */
const TOOL_TIME = 0.5;
const HOUR = 3_600_000;

/** Measures whole commands of runs in a scratch repository. */
export async function measureRuns(runs: number): Promise<readonly Inside[]> {
	await using world = await makeRunWorld(GATED);
	await world.req('task', 'add', 'a task that goes on');
	await world.req('task', 'start', 't1');
	return [dryRun(world, runs), await tenTools(world)];
}

function dryRun(world: RunWorld, runs: number): Inside {
	plantRuns(world.repo);
	const both = Array.from({ length: runs }, () => ({
		empty: emptyNodeMs(process.execPath),
		took: timed(world, [builtReq, ...DRY], ''),
	}));
	const name = `req run --resume --dry-run over ${RUNS} runs`;
	const limit = DRY_LIMIT * median(both.map(({ empty }) => empty));
	return rowOf(
		name,
		both.map(({ took }) => took),
		limit,
	);
}

const DRY = ['run', '--resume', '--dry-run'];

/** The client alone, then as a run starts it: each does the same. */
async function tenTools(world: RunWorld): Promise<Inside> {
	const tools = Array.from({ length: TOOLS }, () => `sleep ${TOOL_TIME}`);
	world.plays({ bash: [...tools, DONE] });
	const alone = [1, 2, 3].map(() => timed(world, [fakeClaude], 'Go on with task t1.'));
	await world.req('task', 'start', 't1');
	const took = await inOrder([1, 2, 3], async () => {
		await world.req('task', 'start', 't1');
		return timed(world, [builtReq, 'run', 't1'], '');
	});
	return rowOf('a run of ten tools', took, ADDED_LIMIT * median(alone));
}

function rowOf(name: string, took: readonly number[], limit: number): Inside {
	const ms = median(took);
	return { name, ms, p95: p95(took), limit, isOk: ms <= limit };
}

function timed({ repo, env }: RunWorld, args: readonly string[], input: string): number {
	const from = performance.now();
	const { status, stderr } = spawnSync(process.execPath, [...args], { cwd: repo, env, input });
	if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
	return performance.now() - from;
}

/** Five tasks in each, none of them the one that goes on. */
function plantRuns(repo: string): void {
	const folder = join(repo, '.git/requirements/runs');
	mkdirSync(folder, { recursive: true });
	for (let run = 0; run < RUNS; run += 1) {
		const at = new Date(Date.now() - run * HOUR).toISOString();
		const id = runIdOf(at, `${run}`.padStart(8, '0'));
		const ends = { started_at: at, ended_at: at, duration_s: 60, turns: 12, error: null };
		const item = (task: number) => ({
			...{ status: 'success', title: 'a task of some other day', resumed: false, attempts: 1 },
			...{ session_uuid: `1a2b3c4d-0000-4000-8000-${`${task}`.padStart(12, '0')}`, cwd: repo },
			...{ ...ends, base_commit: 'a'.repeat(40), last_findings: 'It works now. '.repeat(70) },
		});
		const numbers = [1, 2, 3, 4, 5].map((task) => 100 + run * 5 + task);
		const record = {
			...{ schema_version: 1, run_id: id, kind: 'run', started_at: at, completed_at: at },
			...{ repo_path: repo, cwd: repo, branch: 'feature/x', pid: 7, host: 'h', config: {} },
			items: Object.fromEntries(numbers.map((task) => [`t${task}`, item(task)])),
		};
		writeFileSync(join(folder, `${id}.json`), JSON.stringify(record, undefined, '\t'));
	}
}
