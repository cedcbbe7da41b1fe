import { compareTexts } from '../text/strings.ts';
import { LESSON_KINDS, type Lesson } from './lesson.ts';
import { lessonTerms } from './lesson-terms.ts';
import { type CodeFacts, goneOf } from './outdated.ts';

/** Two texts are nearly equal from this share of common terms on. */
const NEARLY = 0.6;
/** Fewer terms are alike by chance. */
const FEWEST_TERMS = 3;
/** Whether one of two lessons may take the place of the other: they say nearly the same, or in the same words the opposite. */
export function isAlike(one: string, other: string): boolean {
	return areAlike(gistOf(one), gistOf(other));
}

type Gist = ReadonlySet<string>;

function gistOf(text: string): Gist {
	return new Set(lessonTerms(text).keys());
}

function areAlike(one: Gist, other: Gist): boolean {
	const [few, many] = one.size < other.size ? [one, other] : [other, one];
	if (few.size < FEWEST_TERMS) return false;
	const shared = [...few].filter((term) => many.has(term)).length;
	return shared / (many.size + few.size - shared) >= NEARLY;
}

/** A lesson that somebody should look at, and why. */
export interface Doubt {
	/** Id of the insight. */
	readonly id: string;
	readonly kind: 'outdated' | 'alike';
	/** Files and identifiers that are gone, or the id of the newer insight that is like it. */
	readonly about: string;
}

/** So many lessons are compared with each other, the newest: half a second. */
const MOST_COMPARED = 600;

/**
 * The lessons that speak of what is gone, and those that a newer one is much like; the newest first, each once.
 */
export function doubtsOf(lessons: readonly Lesson[], code: CodeFacts): readonly Doubt[] {
	const byId = new Map<string, Lesson & { readonly insight: string; readonly gist: Gist }>();
	for (const lesson of lessons.toSorted((one, other) => compareTexts(other.at, one.at))) {
		const insight = lesson.id.split('/')[1] ?? '';
		if (LESSON_KINDS[lesson.kind].isInsight && !byId.has(insight))
			byId.set(insight, { ...lesson, insight, gist: gistOf(lesson.text) });
	}
	const newest = [...byId.values()].slice(0, MOST_COMPARED);
	return newest.flatMap(({ insight: id, gist, ...lesson }, at): Doubt[] => {
		const gone = goneOf(lesson, code);
		if (gone.length > 0) return [{ id, kind: 'outdated', about: gone.join(', ') }];
		// The same words may be a decision and a warning.
		const isOther = (one: (typeof newest)[number]) =>
			one.kind !== lesson.kind && [...one.gist].sort().join(' ') === [...gist].sort().join(' ');
		const newer = newest.slice(0, at).find((one) => areAlike(one.gist, gist) && !isOther(one));
		return newer === undefined ? [] : [{ id, kind: 'alike', about: newer.insight }];
	});
}
