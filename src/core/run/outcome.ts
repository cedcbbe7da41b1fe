import { cutAtWord, flat } from '../text/one-line.ts';
import type { ItemStatus, RunItem } from './schema.ts';

/** How a headless session ended, as far as its process tells. */
export interface SessionEnd {
	/** `undefined`: a signal ended it, or it never began. */
	readonly code: number | undefined;
	/** The last of what it wrote to stderr. */
	readonly stderr: string;
	/** Why it was stopped; `undefined`: it ended by itself. */
	readonly stopped: 'timeout' | 'interrupted' | undefined;
	/** What its last line said; `undefined` where there was none. */
	readonly result: { readonly isError: boolean; readonly text: string | undefined } | undefined;
	/** Answers of the model. */
	readonly turns: number;
	/** It could not be started at all. */
	readonly unstarted: string | undefined;
}

/** What became of one attempt. `stale`: the session to resume is gone. */
export interface Outcome {
	readonly status: Exclude<ItemStatus, 'waiting' | 'running'> | 'stale';
	readonly error: string | undefined;
}

const TOO_LONG = 'it took longer than --timeout allows';

/** Characters of an error that are kept. */
const MAX_ERROR = 500;

/**
 * Success is the task's own mark: a session that ends well without it has failed (issue: runs).
 *
 * @param isDone whether the task is marked as done now
 * @param wasResumed whether an earlier session was to go on: only then can it be stale, and only where it did not
 */
export function outcomeOf(
	end: SessionEnd,
	{ isDone, wasResumed }: { readonly isDone: boolean; readonly wasResumed: boolean },
): Outcome {
	if (isDone) return { status: 'success', error: undefined };
	if (end.stopped === 'timeout') return { status: 'timeout', error: TOO_LONG };
	if (end.stopped === 'interrupted') return { status: 'interrupted', error: 'it was interrupted' };
	if (end.unstarted !== undefined) return { status: 'failed', error: end.unstarted };
	const failed = end.code !== 0 || end.result === undefined || end.result.isError;
	if (!failed) return { status: 'failed', error: 'the session ended without marking it done' };
	const error = errorOf(end);
	return { status: wasResumed && end.turns === 0 && saysStale(error) ? 'stale' : 'failed', error };
}

/** What became of the session of an iteration: it has worked where it ended by itself and without an error. */
export function iterationOutcome(end: SessionEnd): Outcome {
	const { code, stopped, unstarted, result } = end;
	const isWell = code === 0 && stopped === undefined && unstarted === undefined;
	return outcomeOf(end, { isDone: isWell && result?.isError === false, wasResumed: false });
}

function errorOf({ code, stderr, result }: SessionEnd): string {
	const said = result?.isError === true ? result.text : undefined;
	const words = flat(said ?? stderr);
	if (words !== '') return cutAtWord(words, MAX_ERROR);
	return code === undefined ? 'claude was killed' : `claude exited with ${code}`;
}

/** With `--strict` a task fails with this, where no session has worked on it. */
export const NO_PRIOR_SESSION = 'No prior session';
/** With `--strict` a task fails with this and the reason, where its session is gone. */
export const RESUMPTION_FAILED = 'Session resumption failed: ';

/** Whether a task failed for want of a session to resume. */
export function hasNoSession({ error }: Pick<RunItem, 'error'>): boolean {
	return error === NO_PRIOR_SESSION || error?.startsWith(RESUMPTION_FAILED) === true;
}

const UUID = /[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}/gi;

/** What passes by itself or is the user's to mend: the session may be there all the same. */
const OTHER_TROUBLE: readonly RegExp[] = [
	/\brate.?limit|\btoo many requests\b|\b429\b|\boverloaded\b|\b529\b|\b50[0-4]\b/i,
	/\bnetwork\b|\bECONN\w*|\bE(?:TIMEDOUT|NOTFOUND|AI_AGAIN|PIPE|HOSTUNREACH)\b|\btimed? ?out\b|\bfetch failed\b|\bsocket\b/i,
	/\bauth\w*|\bunauthori[sz]ed\b|\bforbidden\b|\b40[13]\b|\bapi.?key\b|\bcredit\b|\blog ?in\b|\/login\b/i,
	/\bmodel\b/i,
];

/** How a client says that there is no such session any more. */
const GONE: readonly RegExp[] = [
	/\bno (?:conversation|session) found\b/i,
	/\b(?:no such|unknown|invalid|expired) (?:session|conversation)\b/i,
	/\b(?:session|conversation)\b[^.\n]{0,80}\b(?:not found|does not exist|is invalid|has expired|expired|is gone)\b/i,
	/\b(?:Session|Conversation)NotFound(?:Error)?\b|\bInvalidSession(?:Error)?\b/,
	/(?:^|\b(?:status|code|error|http)\b[^\n]{0,12}?)\b(?:404|410)\b|\b(?:404|410) (?:not found|gone)\b/i,
];

/**
 * Whether an error says that the session to be resumed is gone, so that only a fresh one can go on.
 * Digits of an id say nothing.
 */
export function saysStale(error: string): boolean {
	const said = error.replaceAll(UUID, '<id>');
	return !OTHER_TROUBLE.some((one) => one.test(said)) && GONE.some((one) => one.test(said));
}
