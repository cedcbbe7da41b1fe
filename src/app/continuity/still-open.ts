import { completionsOf, isDone } from '../../core/inject/codes.ts';
import type { FoundLesson } from '../../core/lesson/found-lessons.ts';
import type { Lesson } from '../../core/lesson/lesson.ts';
import { leftOpen, taskStanding } from '../../core/lesson/open-tasks.ts';
import { parseSessionId, type Session } from '../../core/session/session-id.ts';
import { MS_A_DAY, type SessionRecord } from '../../core/session-record/schema.ts';
import { tasksOf } from '../../core/task/tasks.ts';
import type { Ports } from '../ports.ts';
import type { Remembered } from './fold-session.ts';
import { recordOf } from './records.ts';

/** After more sessions of the branch nobody can be sure that none did it, without reading more than a prompt waits for. */
const MOST_READ = 60;

/**
 * The lessons without those tasks that may be over: that their session, or the list of tasks, does not have as open, or that a
 * later session of the branch did (D27). Where that cannot be known, it is not told.
 *
 * @param session who asks, where it is a session: what it did this very turn counts
 */
export async function stillOpen<One extends Pick<FoundLesson, 'lesson'>>(
	found: readonly One[],
	{ home, session }: { readonly home: Remembered; readonly session: Session | undefined },
	ports: Ports,
): Promise<readonly One[]> {
	const { place, config } = home;
	const { retentionDays } = config.continuity;
	const loaded = await ports.tasks.read(place);
	const tasks = loaded.kind === 'present' ? tasksOf(loaded.doc) : [];
	const summaries = await ports.records.summaries(place, retentionDays);
	const known = new Map<string, Promise<SessionRecord | undefined>>();
	const read = (key: string) => {
		const uuid = [...(session ? [session] : []), ...summaries].find((one) => one.key === key)?.uuid;
		const asked = parseSessionId(uuid ?? key, ports.sha256);
		const record = known.get(key) ?? recordOf(asked, place, ports);
		known.set(key, record);
		return record;
	};
	const isDoneSince = async (task: Lesson, own: string) => {
		const later = summaries.filter(
			({ branch, lastActivity, key }) =>
				branch === task.branch && lastActivity > task.at && key !== own && key !== session?.key,
		);
		if (later.length > MOST_READ) return true;
		for (const key of [...later.map((one) => one.key), ...(session ? [session.key] : [])]) {
			const record = await read(key);
			if (record?.branch === task.branch && isDone(task, completionsOf(record))) return true;
		}
		return false;
	};
	const isOpen = async (task: Lesson) => {
		const [key = '', id = ''] = task.id.split('/');
		const record = await read(key);
		if (record === undefined || !leftOpen(record).some((one) => one.id === id)) return false;
		const standing = taskStanding(task, tasks);
		if (standing !== 'unless done') return standing === 'open';
		// Sessions of before may have left the index (D14).
		const isKnown = ports.now() - Date.parse(task.at) <= retentionDays * MS_A_DAY;
		return isKnown && !(await isDoneSince(task, key));
	};
	const open: One[] = [];
	for (const one of found) {
		const { lesson } = one;
		if (lesson.kind !== 'task' || (await isOpen(lesson))) open.push(one);
	}
	return open;
}
