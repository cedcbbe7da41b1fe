import type { Continuity } from '../config/continuity.ts';
import type { TaskSnapshot } from '../session-record/schema.ts';
import { isPending } from '../task/pending.ts';
import type { Task } from '../task/schema.ts';
import type { RestoredTask } from './restoration.ts';

export interface TaskFacts {
	/** Milliseconds since the epoch. */
	readonly now: number;
	readonly branch: string;
	/** The project's tasks; `undefined` where there is no list that can be read: then the snapshots count. */
	readonly tasks: readonly Task[] | undefined;
	/** Keys of live sessions: what they work on waits for nobody. */
	readonly live: ReadonlySet<string>;
	readonly continuity: Pick<Continuity, 'lookbackDays'>;
	readonly holdsSecret: (text: string) => boolean;
}

const DAY = 86_400_000;

/**
 * Tasks that still wait: those of the branch, and those the sources had pending (FR-008, S2-055). One that was
 * ended or removed meanwhile is not told (S2-125), nor what is left of a client's own list once sessions are
 * not looked back on so far. Last worked on first.
 *
 * @param snapshots the sources' pending tasks, newest source first
 */
export function surfaceTasks(
	snapshots: readonly TaskSnapshot[],
	facts: TaskFacts,
): readonly RestoredTask[] {
	const asked = new Set(snapshots.map(({ id }) => id));
	const waiting =
		facts.tasks?.filter((task) => isWaiting(task, { asked, facts })) ?? onlyOnce(snapshots);
	return [...waiting]
		.filter(({ title }) => !facts.holdsSecret(title))
		.sort((a, b) => compare(b.last_activity, a.last_activity) || compare(a.id, b.id))
		.map(({ id, title, stage, status, last_activity: at }) => ({
			...{ id, title, stage: stage ?? status },
			days: Math.floor(daysSince(at, facts)),
		}));
}

function isWaiting(
	task: Task,
	{ asked, facts }: { readonly asked: ReadonlySet<string>; readonly facts: TaskFacts },
): boolean {
	if (!isPending(task) || facts.live.has(task.session ?? '')) return false;
	if (asked.has(task.id)) return true;
	const isKept =
		task.source === 'req' || daysSince(task.last_activity, facts) <= facts.continuity.lookbackDays;
	return task.branch === facts.branch && isKept;
}

function daysSince(at: string, { now }: TaskFacts): number {
	return Math.max(0, (now - Date.parse(at)) / DAY) || 0;
}

function onlyOnce(snapshots: readonly TaskSnapshot[]): readonly TaskSnapshot[] {
	const byId = new Map<string, TaskSnapshot>();
	for (const task of snapshots) if (!byId.has(task.id)) byId.set(task.id, task);
	return [...byId.values()];
}

function compare(a: string, b: string): number {
	if (a === b) return 0;
	return a < b ? -1 : 1;
}
