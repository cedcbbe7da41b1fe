import { type Lesson, lessonIn } from './lesson.ts';

/** A lesson, and what it has in common with what was asked. */
export interface FoundLesson {
	readonly lesson: Lesson;
	/** All that say the same, this one too, newest first. */
	readonly sources: readonly Lesson[];
	/** Of a file: it does not speak of it, and was noted while that was worked on. */
	readonly isBeside?: boolean;
	/** The higher, the better. */
	readonly score: number;
	/** The terms of the prompt that it has, the rarest first. */
	readonly terms: readonly string[];
}

/** A prompt is told so many, of those that it is not told yet and that still hold. */
export const MOST_LESSONS = 5;

/** As much of one as is told. */
export type ToldLesson = Pick<FoundLesson, 'lesson' | 'sources' | 'isBeside'>;

/** Who asks, and with what. */
export interface Asking {
	/** Reads JSON; `undefined` for what is none. */
	readonly parse: (text: string) => unknown;
	/** Whose lessons are looked for: what one person learned is not told to another. */
	readonly user: string;
}

/** A lesson by itself, before those that say the same are one. */
type Weighed = Pick<FoundLesson, 'lesson' | 'score'>;

/**
 * The user's lesson of a line; `undefined` where it is another user's or torn, or a later line of the file speaks of it.
 *
 * @param start where the line begins
 */
export function currentLesson(
	file: string,
	start: number,
	{ parse, user }: Asking,
): Lesson | undefined {
	const end = file.indexOf('\n', start);
	const lesson = lessonIn(parse(file.slice(start, end < 0 ? file.length : end)));
	if (lesson === undefined || lesson.user !== user) return undefined;
	const isOld = file.includes(`,"id":${JSON.stringify(lesson.id)},`, end < 0 ? file.length : end);
	return isOld ? undefined : lesson;
}

/**
 * Those that say the same are one, the newest first, with its best score; the best of all
 * come first.
 */
export function merged<One extends Weighed>(
	found: readonly One[],
): (One & Pick<FoundLesson, 'sources'>)[] {
	const groups = new Map<string, One[]>();
	for (const one of found) {
		const { same } = one.lesson;
		groups.set(same, [...(groups.get(same) ?? []), one]);
	}
	const ones = [...groups.values()].map((group) => {
		const newest = group.toSorted(byTime);
		const score = Math.max(...group.map((one) => one.score));
		return { ...(newest[0] as One), score, sources: newest.map(({ lesson }) => lesson) };
	});
	return ones.sort((one, other) => other.score - one.score || byTime(one, other));
}

/** The newest first. */
function byTime(one: Weighed, other: Weighed): number {
	return one.lesson.at < other.lesson.at ? 1 : -1;
}
