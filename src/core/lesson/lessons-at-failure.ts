import {
	type Asking,
	chooseLessons,
	currentLesson,
	type FoundLesson,
	merged,
} from './choose-lessons.ts';
import type { Failure } from './failure.ts';
import { linesThatHold } from './lines-about-file.ts';

/** Of lessons that mended the same failure the newest are looked at. */
const MOST_WEIGHED = 20;

/**
 * The lessons about a failure, best first: those that somebody noted between this very failure and the success after it,
 * then those that speak of what it says.
 *
 * @param cache text of the cache of lessons
 */
export function lessonsAtFailure(
	cache: string,
	{ line, same }: Failure,
	asking: Asking,
): readonly Pick<FoundLesson, 'lesson' | 'sources'>[] {
	const mended = same === undefined ? [] : mendedBy(cache, same, asking);
	const known = new Set(mended.map(({ lesson }) => lesson.same));
	const about = chooseLessons(cache, line, { ...asking, withMissed: false }).filter(
		({ lesson }) => !known.has(lesson.same),
	);
	return [...mended, ...about];
}

function mendedBy(cache: string, same: string, asking: Asking) {
	const starts = linesThatHold(cache, JSON.stringify(same)).reverse().slice(0, MOST_WEIGHED);
	const lessons = starts
		.flatMap((start) => currentLesson(cache, start, asking) ?? [])
		.filter(({ mends }) => mends.includes(same));
	// All are as sure, so the newest comes first.
	return merged(lessons.map((lesson) => ({ lesson, score: 1 })));
}
