import { cutAtWord, flat } from '../text/one-line.ts';
import type { SessionEnd } from './client.ts';
import type { RunItem } from './run-file.ts';

/** What became of an item. */
export interface Outcome extends Pick<RunItem, 'error' | 'result'> {
	readonly status: Exclude<RunItem['status'], 'waiting' | 'running'>;
	/** It failed because the session to resume is gone: only a fresh one can go on. */
	readonly isStale?: boolean;
}

export function failed(error: string, isStale = false): Outcome {
	return { status: 'failed', error, isStale };
}

/** Characters of an error that are kept. */
const MAX_ERROR = 500;

/**
 * What kept a session from ending well; `undefined`: nothing, whatever was done in it.
 *
 * @param wasResumed an earlier session was to be resumed: only then can it be stale, and only if it never answered
 */
export function troubleOf(end: SessionEnd, wasResumed: boolean): Outcome | undefined {
	const { code, stopped, output } = end;
	const { result, hasAnswered = false } = output;
	const late = 'it took longer than --timeout allows';
	if (stopped === 'timeout') return { status: stopped, error: late };
	if (stopped === 'interrupted') return { status: stopped, error: 'it was interrupted' };
	if (code === 0 && result?.isError === false) return undefined;
	const said = result?.isError === true ? result.text : undefined;
	const words = cutAtWord(flat(said ?? end.stderr), MAX_ERROR);
	const how = code === undefined ? 'claude was killed' : `claude exited with ${code}`;
	const error = words === '' ? how : words;
	return failed(error, wasResumed && !hasAnswered && saysStale(error));
}

/** With `--strict`: no session has worked on the task. */
export const NO_PRIOR_SESSION = 'No prior session';
/** With `--strict`: its session is gone, and why. */
export const RESUMPTION_FAILED = 'Session resumption failed: ';

const UUID = /[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}/gi;

/** What passes by itself or what the user corrects: the session may exist all the same. */
const OTHER_TROUBLE: readonly RegExp[] = [
	/\brate.?limit|\btoo many requests\b|\b429\b|\boverloaded\b|\b529\b|\b50[0-4]\b/i,
	/\bnetwork\b|\bECONN\w*|\bE(?:TIMEDOUT|NOTFOUND|AI_AGAIN|PIPE|HOSTUNREACH)\b|\btimed? ?out\b|\bfetch failed\b|\bsocket\b/i,
	/\bauth\w*|\bunauthori[sz]ed\b|\bforbidden\b|\b40[13]\b|\bapi.?key\b|\bcredit\b|\blog ?in\b|\/login\b/i,
	/\bmodel\b/i,
];

/** How a client says that a session does not exist. */
const GONE: readonly RegExp[] = [
	/\bno (?:conversation|session) found\b/i,
	/\b(?:no such|unknown|invalid|expired) (?:session|conversation)\b/i,
	/\b(?:session|conversation)\b[^.\n]{0,80}\b(?:not found|does not exist|is invalid|has expired|expired|is gone)\b/i,
	/\b(?:Session|Conversation)NotFound(?:Error)?\b|\bInvalidSession(?:Error)?\b/,
	/(?:^|\b(?:status|code|error|http)\b[^\n]{0,12}?)\b(?:404|410)\b|\b(?:404|410) (?:not found|gone)\b/i,
];

/** Whether an error says that the session to resume is gone. Digits of an id say nothing. */
export function saysStale(error: string): boolean {
	const said = error.replaceAll(UUID, '<id>');
	return !OTHER_TROUBLE.some((one) => one.test(said)) && GONE.some((one) => one.test(said));
}
