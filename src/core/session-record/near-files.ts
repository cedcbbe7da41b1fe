import type { Insight, SessionRecord } from './schema.ts';

type WorkedOn = SessionRecord['activity']['files'][number];

/** What was worked on within this long was so "at the time" (ms). */
export const AT_THE_TIME = 30 * 60_000;
/** A warning is about one of the files around it, if about any. */
const MOST_NEAR = 6;
/** What was open when it was noted is likelier than what came after, which has the other places. */
const MOST_BEFORE = 4;

/** Whether what was noted may be about files that it does not name. */
export function isOfFiles({ kind }: Pick<Insight, 'kind'>): boolean {
	return kind === 'warning' || kind === 'decision';
}

/** Whether a file that is worked on at that time, or later, may be one it is about. */
export function takesFiles({ kind, near = [], created_at: noted }: Insight, at: string): boolean {
	const isOver = Date.parse(at) - Date.parse(noted) > AT_THE_TIME;
	return isOfFiles({ kind }) && near.length < MOST_NEAR && !isOver;
}

/** @param one ISO time, as `other` */
export function isAtTheTime(one: string, other: string): boolean {
	return Math.abs(Date.parse(one) - Date.parse(other)) <= AT_THE_TIME;
}

/**
 * The files that were worked on last before something was noted or failed, no longer ago than half an hour.
 *
 * @param files as they stood then, the one worked on last at the end
 * @param at ISO time
 */
export function nearBefore(files: ReadonlyMap<string, WorkedOn>, at: string): string[] {
	const latest = [...files.values()].slice(-MOST_BEFORE);
	return latest.filter(({ last }) => isAtTheTime(last, at)).map(({ path }) => path);
}
