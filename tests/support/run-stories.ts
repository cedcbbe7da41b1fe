import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DONE, makeRunWorld, type Play, type RunWorld } from './fake-claude.ts';
import { ANA, BEN, GATED } from './run-req.ts';

/** A session whose id holds 404. */
export const CLEO = '9a8b7c6d-0404-4000-8404-000000000404';
/** What the client says of a session that it does not know; {session} is its id. */
const STALE = 'No conversation found with session ID: {session}';
/** A session that ends without the mark. */
export const HALF: Play = { says: 'The key is wrong in cache.ts.' };
/** The client does not know the session. */
export const STALE_PLAY: Play = { stderr: STALE, exit: 1 };

/** A world in which a first run left t1 in progress, in the session ANA. */
export async function begun(config = GATED): Promise<RunWorld> {
	const world = await makeRunWorld(config);
	await world.req('task', 'add', 'first');
	world.plays({ ...HALF, session: ANA }, { bash: [DONE] });
	await world.run();
	return world;
}

/** The item of a task in the newest run. */
export function item(world: RunWorld, task: string) {
	return world.runs().at(-1)?.items[task];
}

/** A run file as an earlier run may have left it. */
export function plant(world: RunWorld, name: string, change: object): void {
	const item = { status: 'failed', title: 'first', session_uuid: BEN, cwd: world.repo };
	const counts = { resumed: false, attempts: 1, error: null, started_at: null, ended_at: null };
	const rest = { duration_s: null, turns: null, base_commit: null, last_findings: null };
	const run = {
		...{ schema_version: 1, run_id: name, kind: 'run', started_at: '2026-11-20T10:00:00.000Z' },
		...{ completed_at: '2026-11-20T10:01:00.000Z', repo_path: world.repo, cwd: world.repo },
		...{ branch: 'feature/x', pid: 1, host: 'h', config: {} },
		items: { t1: { ...item, ...counts, ...rest } },
		...change,
	};
	writeRun(world, `${name}.json`, JSON.stringify(run));
}

/** Any text as a run file. */
export function writeRun(world: RunWorld, name: string, text: string): void {
	const folder = join(world.repo, '.git/requirements/runs');
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, name), text);
}

/** The client still has the transcript of a session. */
export function transcript(world: RunWorld, ...uuids: readonly string[]): void {
	const folder = join(world.configDir, 'projects', 'fake');
	mkdirSync(folder, { recursive: true });
	for (const uuid of uuids) writeFileSync(join(folder, `${uuid}.jsonl`), '{}\n');
}

/** Which session `req run --resume` would go on with for t1. */
export async function resumed(world: RunWorld): Promise<unknown> {
	const [plan] = (await world.json('run', '--resume', '--dry-run')) as { resumes: unknown }[];
	return plan?.resumes;
}

/** A world with t1 in progress and no run. */
export async function inProgress(): Promise<RunWorld> {
	const world = await makeRunWorld(GATED);
	await world.req('task', 'add', 'first');
	await world.req('task', 'start', 't1');
	return world;
}
