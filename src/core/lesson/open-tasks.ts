import { completionsOf, isDone, nextStepsOf, stepId } from '../inject/codes.ts';
import type { SessionRecord } from '../session-record/schema.ts';
import { isPending, type Task } from '../task/tasks.ts';

/**
 * The tasks and next steps that a session left open when it ended, without those that it did itself since (D27). A session
 * that is at work may still do them, and one that is complete leaves nothing.
 *
 * @returns each by its own id or `stepId`; `at`: since when, or when it was worked on last
 */
export function leftOpen(record: SessionRecord) {
	if (record.ended_at === null || record.closed === true) return [];
	const done = completionsOf(record);
	const steps = nextStepsOf(record).map((step) => ({
		...{ ...step, id: stepId(step.text), branch: record.branch, isListed: false },
	}));
	const tasks = record.pending_tasks.map(
		({ id, title, last_activity: at, branch = record.branch, source }) => ({
			...{ id, text: title, at, branch, isListed: source === 'req' },
		}),
	);
	return [...steps, ...tasks].filter((one) => one.isListed || !isDone(one, done));
}

const STEP = /^x[0-9a-f]{8}$/;

/**
 * What is known of an open task: `open`, `over`, or `unless done` where only what was done since can tell. Of tasks the list
 * knows, where one stays that somebody added by hand until somebody ends it. A session that touched it later tells it itself.
 *
 * @param id `Lesson.id`; `tasks`: the project's list
 */
export function taskStanding(
	{ id }: { readonly id: string },
	tasks: readonly Task[],
): 'open' | 'over' | 'unless done' {
	const [key = '', own = ''] = id.split('/');
	if (STEP.test(own)) return 'unless done';
	const task = tasks.find((one) => one.id === own);
	if (task === undefined || !isPending(task) || task.session !== key) return 'over';
	return task.source === 'req' ? 'open' : 'unless done';
}
