import { MS_A_DAY, type TaskSnapshot } from '../session-record/schema.ts';
import { isPending } from '../task/pending.ts';
import type { Task } from '../task/schema.ts';
import { compareTexts } from '../text/compare-texts.ts';
import type { RestoredTask, RestoreFacts } from './restoration.ts';
import { secretsAmong } from './secrets-among.ts';

/**
 * Tasks that still wait: the user's own of the branch, and those the sources had pending (FR-008, S2-055). One that
 * was ended or removed meanwhile is not told (S2-125), nor what is left of a client's own list once sessions are
 * not looked back on so far; other tasks of that age are only counted. Last worked on first.
 *
 * @param snapshots the sources' pending tasks, newest source first
 */
export function restoreTasks(
	snapshots: readonly TaskSnapshot[],
	facts: RestoreFacts,
): { readonly tasks: readonly RestoredTask[]; readonly older: number } {
	const asked = new Set(snapshots.map(({ id }) => id));
	const waiting =
		facts.tasks?.filter((task) => isWaiting(task, { asked, facts })) ?? onlyOnce(snapshots);
	const titles = waiting.map(({ title }) => title);
	const isSecret = secretsAmong(titles, facts.holdsSecret);
	const all = [...waiting].filter(({ title }) => !isSecret(title));
	const recent = all.filter((task) => facts.mode === 'explicit' || isRecent(task, facts));
	const tasks = recent
		.sort((a, b) => compareTexts(b.last_activity, a.last_activity) || compareTexts(a.id, b.id))
		.map(({ id, title, stage, status, last_activity: at }) => ({
			...{ id, title, stage: stage ?? status },
			days: Math.floor(daysSince(at, facts)),
		}));
	return { tasks, older: all.length - recent.length };
}

function isWaiting(
	task: Task,
	{ asked, facts }: { readonly asked: ReadonlySet<string>; readonly facts: RestoreFacts },
): boolean {
	if (!isPending(task) || facts.live.has(task.session ?? '')) return false;
	if (asked.has(task.id)) return true;
	const isOwn = task.user === undefined || task.user === facts.user;
	const isKept = task.source === 'req' || isRecent(task, facts);
	return task.branch === facts.branch && isOwn && isKept;
}

function isRecent(
	{ last_activity: at }: Pick<Task, 'last_activity'>,
	facts: RestoreFacts,
): boolean {
	return daysSince(at, facts) <= facts.continuity.lookbackDays;
}

function daysSince(at: string, { now }: RestoreFacts): number {
	return Math.max(0, (now - Date.parse(at)) / MS_A_DAY) || 0;
}

function onlyOnce(snapshots: readonly TaskSnapshot[]): readonly TaskSnapshot[] {
	const byId = new Map<string, TaskSnapshot>();
	for (const task of snapshots) if (!byId.has(task.id)) byId.set(task.id, task);
	return [...byId.values()];
}
