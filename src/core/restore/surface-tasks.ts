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
	readonly holdsSecret: (text: string) => boolean;
}

const DAY = 86_400_000;

/**
 * Tasks that still wait: those of the branch, and those the sources had pending (FR-008, S2-055). One that was
 * ended or removed meanwhile is not told (S2-125). Last worked on first.
 *
 * @param snapshots the sources' pending tasks, newest source first
 */
export function surfaceTasks(
	snapshots: readonly TaskSnapshot[],
	{ now, branch, tasks, live, holdsSecret }: TaskFacts,
): readonly RestoredTask[] {
	const asked = new Set(snapshots.map(({ id }) => id));
	const waiting =
		tasks
			?.filter(isPending)
			.filter((task) => task.branch === branch || asked.has(task.id))
			.filter(({ session }) => session === undefined || !live.has(session)) ?? onlyOnce(snapshots);
	return [...waiting]
		.filter(({ title }) => !holdsSecret(title))
		.sort((a, b) => compare(b.last_activity, a.last_activity) || compare(a.id, b.id))
		.map(({ id, title, stage, status, last_activity: at }) => ({
			id,
			title,
			stage: stage ?? status,
			days: Math.max(0, Math.floor((now - Date.parse(at)) / DAY)) || 0,
		}));
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
