import type { Insight, SessionRecord } from './schema.ts';

type WorkedOn = SessionRecord['activity']['files'][number];

/** What was worked on within this long was so "at the time" (ms). */
export const AT_THE_TIME = 30 * 60_000;
/** A warning is about one of the files around it, if about any. */
export const MOST_NEAR = 6;
/** What was open when it was noted is likelier than what came after, which has the other places. */
const MOST_BEFORE = 4;

/** Whether what was noted may be about files that it does not name. */
export function isOfFiles({ kind }: Pick<Insight, 'kind'>): boolean {
	return kind === 'warning' || kind === 'decision';
}

/** @param one ISO time, as `other` */
export function isAtTheTime(one: string, other: string): boolean {
	return Math.abs(Date.parse(one) - Date.parse(other)) <= AT_THE_TIME;
}

/**
 * The files that were worked on last before something was noted or failed, no longer ago than half an hour.
 *
 * @param files as they stood then
 * @param at ISO time
 */
export function nearBefore(files: ReadonlyMap<string, WorkedOn>, at: string): string[] {
	const near = [...files.values()].filter(({ last }) => isAtTheTime(last, at));
	return near.slice(-MOST_BEFORE).map(({ path }) => path);
}
