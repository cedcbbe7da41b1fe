import type { Continuity } from '../config/settings.ts';
import { countTermsOfName } from './topics.ts';

/**
 * The terms of what is going on now (D20), without those of a secret in a name (D30).
 *
 * @param texts the branch, titles of open tasks
 */
export function currentTerms(texts: readonly string[]): ReadonlySet<string> {
	return new Set(texts.flatMap((text) => Object.keys(countTermsOfName(text))));
}

/**
 * How much of what is going on now was a session's subject (D20): 1 on the same branch, else what two
 * sets share, measured by the smaller one. 0–1.
 *
 * @param current terms of the branch and the open tasks
 * @param topics hot topics of the session, each once
 */
export function topicOverlap(current: ReadonlySet<string>, topics: readonly string[], isSameBranch: boolean): number {
	if (isSameBranch) return 1;
	const shared = topics.filter((topic) => current.has(topic)).length;
	return Math.min(1, shared / Math.max(Math.min(current.size, topics.length), 1));
}

/** A session's relevance with its parts, each 0–1. Computed when asked for, never stored. */
export interface Relevance {
	readonly score: number;
	readonly recency: number;
	readonly overlap: number;
	readonly tasks: number;
	/** Lifted to the threshold by a pending task (D21). */
	readonly lifted: boolean;
}

const TASK_SHARE = 0.25;

/**
 * Recency, overlap and pending tasks, weighted (D20). A pending task keeps a session at the threshold
 * for as long as sessions are looked back on (D21).
 *
 * @param seen hours since the session's last activity, `topicOverlap`, its tasks that are still pending
 */
export function relevanceOf(
	seen: { readonly hours: number; readonly overlap: number; readonly pendingTasks: number },
	{ relevance, lookbackDays }: Pick<Continuity, 'relevance' | 'lookbackDays'>,
): Relevance {
	const { hours, overlap, pendingTasks } = seen;
	const age = Math.max(hours, 0) / (lookbackDays * 24);
	const recency = Math.max(0, 1 - age);
	const tasks = Math.min(1, pendingTasks * TASK_SHARE);
	const sum = exact(recency * relevance.recency + overlap * relevance.overlap + tasks * relevance.tasks);
	const lifted = pendingTasks > 0 && age <= 1 && sum < relevance.threshold;
	const score = Math.min(1, lifted ? relevance.threshold : sum);
	return { score, recency, overlap, tasks, lifted };
}

/** Without what binary fractions add: 0.05 + 0.35 reaches a threshold of 0.4. */
function exact(sum: number): number {
	return Math.round(sum * 1e9) / 1e9;
}

const HOURS_A_WEEK = 168;

/**
 * A confidence as it is passed on, times `max(floor, 1 − h/168 × rate)` (D22): 0.942857 at 24 h, 0.6 at a week. The stored one
 * stays. `kept`: false below the floor, where an item is not passed on by itself.
 *
 * @param confidence 0–1
 * @param hours since the session it comes from was last active; a time to come counts as now
 */
export function decayed(
	confidence: number,
	hours: number,
	{ rate, floor }: Continuity['decay'],
): { readonly confidence: number; readonly kept: boolean } {
	const factor = Math.max(floor, 1 - (Math.max(hours, 0) / HOURS_A_WEEK) * rate);
	const left = Math.min(Math.max(confidence, 0), 1) * factor;
	return { confidence: left, kept: left >= floor };
}
