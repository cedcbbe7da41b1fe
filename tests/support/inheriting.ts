import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Insight, SessionRecord } from '../../src/memory/record.ts';
import type { ReqWorld } from './run-req.ts';
import { type Different, daysAgo, someRecord } from './some-record.ts';
import { type Started, startOf } from './start-of.ts';

/** The n-th session: each has a key of its own. */
export function idOf(n: number): string {
	return `${(0xab000000 + n).toString(16)}-0000-4000-8000-000000000000`;
}

export function keyOf(n: number): string {
	return idOf(n).slice(0, 8);
}

/** A session of three weeks ago that learnt one thing of each kind, said something, and has a name. */
export function learnt(n: number, name: string, more: Different = {}): SessionRecord {
	const kinds = ['learning', 'pattern', 'warning', 'decision'] as const;
	const insights = kinds.map(
		(kind): Insight => ({
			...{ id: `${name}-${kind}`, kind, text: `${kind} of ${name}`, confidence: 0.9 },
			...{ source: 'user', created_at: daysAgo(22) },
		}),
	);
	return someRecord(idOf(n), {
		...{ days: 21, name, insights, recent_learnings: insights.map(({ id }) => id) },
		notes: [{ at: daysAgo(21), from: 'turn', text: `progress of ${name}` }],
		activity: { files: [{ path: `src/${name}.ts`, edits: 2, last: daysAgo(21) }] },
		...more,
	});
}

/** What a start said: to the model, and to the user. */
export interface StartSaid extends Started {
	readonly notice: string;
}

interface Starting {
	readonly from?: string;
	readonly source?: string;
	readonly env?: Readonly<Record<string, string>>;
	readonly input?: object;
}

/** The n-th session starts; `from`: what `REQ_INHERIT_FROM` says. */
export async function startsFrom(world: ReqWorld, n: number, { from, ...more }: Starting = {}): Promise<StartSaid> {
	const asked = from === undefined ? {} : { REQ_INHERIT_FROM: from };
	const env = { ...asked, ...more.env };
	const started = await startOf(world, idOf(n), { ...more, env });
	const { systemMessage } = started.stdout === '' ? {} : JSON.parse(started.stdout);
	return { ...started, notice: String(systemMessage ?? '') };
}

/** Stored bundle of the n-th session; `undefined` where it has none. */
export function bundleOf(world: ReqWorld, n: number): Record<string, unknown> | undefined {
	const path = join(world.repo, `.git/requirements/inherited/${idOf(n)}.json`);
	return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

/** Lines of the n-th session's journal of one kind. */
export function linesOf(world: ReqWorld, n: number, kind: string): Record<string, unknown>[] {
	const path = join(world.repo, `.git/requirements/sessions/${idOf(n)}.jsonl`);
	if (!existsSync(path)) return [];
	const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
	return lines.map((line) => JSON.parse(line)).filter(({ e }) => e === kind);
}

/** The client of the n-th session says that it ended. */
export async function ends(world: ReqWorld, n: number, reason = 'other'): Promise<void> {
	await world.hook('session-end', idOf(n), { hook_event_name: 'SessionEnd', reason });
}

/** Its turn ends: what it did becomes its record. */
export async function stops(world: ReqWorld, n: number, more: object = {}): Promise<StartSaid['notice']> {
	const input = { hook_event_name: 'Stop', stop_hook_active: false, background_tasks: [], ...more };
	const { stdout } = await world.hook('stop', idOf(n), input);
	return stdout === '' ? '' : String(JSON.parse(stdout).systemMessage ?? '');
}
