/** Words by which a pin says that something is not done. */
const UNFINISHED = /\b(?:todo|incomplete|unfinished|not done|in[- ]progress|wip)\b/i;
const TASK_ID = /\b(?:t\d{1,6}|[0-9a-f]{8,12}-\d{1,6})\b/g;

/** The ids of tasks that a text calls unfinished. */
export function unfinishedTasks(text: string): string[] {
	return UNFINISHED.test(text) ? [...new Set(text.match(TASK_ID) ?? [])] : [];
}
