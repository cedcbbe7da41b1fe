import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { git, writeIn } from './git-repo.ts';
import { ANA, type ReqWorld } from './run-req.ts';

/** One requirement for a session, one for good. */
export const PLAN = 'requirements:\n  plan: {}\n  signed: { scope: permanent }\n';

/** Milliseconds. */
const DAY = 86_400_000;

/** What `req prune --json` prints. */
export interface Pruned {
	readonly dry_run: boolean;
	readonly removed: readonly { kind: string; path: string; bytes: number; of: string | null }[];
	readonly failed: readonly object[];
}

export const prune = (world: ReqWorld, ...args: string[]) => world.json('prune', ...args) as Promise<Pruned>;

export const kinds = ({ removed }: Pruned) => removed.map(({ kind }) => kind);

/** A path in the project's state directory. */
export const inState = (world: ReqWorld, name = '') => join(world.repo, '.git/requirements', name);

/** A file of ours as it was left some days ago. */
export function leave(path: string, text: string, days: number): void {
	writeIn('/', path, text);
	age(path, days);
}

/** Makes a file as old as that. */
export function age(path: string, days: number): void {
	const at = new Date(Date.now() - days * DAY);
	utimesSync(path, at, at);
}

/** A branch on which a session, which is over, satisfied everything. */
export async function workOn(world: ReqWorld, branch: string, uuid = ANA): Promise<void> {
	git(world.repo, 'switch', '-q', '-C', branch);
	await world.start(uuid);
	await world.req('satisfy', 'plan', 'signed', '--session', uuid);
	await world.hook('session-end', uuid, { hook_event_name: 'SessionEnd', reason: 'other' });
}

/** A branch that was worked on more than 30 days ago and is deleted. */
export async function workOnGone(world: ReqWorld, branch: string): Promise<void> {
	await workOn(world, branch);
	git(world.repo, 'switch', '-q', 'main');
	git(world.repo, 'branch', '-q', '-D', branch);
	age(inState(world, `${branch}.json`), 31);
}
