import { textIn } from '../document/foreign-json.ts';

/** What a Bash call printed, as its response tells. */
export function printed(response: unknown): string {
	return ['stdout', 'stderr'].map((one) => textIn(response, one) ?? '').join('\n');
}

interface Told {
	readonly backgroundTaskId?: unknown;
	/** Monitor's task, which has only begun. */
	readonly taskId?: unknown;
	readonly interrupted?: unknown;
}

/** Whether a shell command ran to its end: one in the background, or watched, has not finished yet. */
export function hasFinished(response: unknown): boolean {
	const told = response as Told | null | undefined;
	const task = told?.backgroundTaskId ?? told?.taskId;
	return task === undefined && told?.interrupted !== true;
}
