import { compareTexts } from '../text/compare-texts.ts';
import type { Lesson } from './lesson.ts';
import { lessonTerms, negates } from './lesson-terms.ts';

/** Two texts are nearly equal from this share of common terms on. */
const NEARLY = 0.6;
/** Fewer terms are alike by chance. */
const FEWEST_TERMS = 3;
/** What tells whether texts are alike. */
interface Gist {
	readonly terms: ReadonlySet<string>;
	readonly negates: boolean;
}

function gistOf(text: string): Gist {
	return { terms: new Set(lessonTerms(text).keys()), negates: negates(text) };
}

/**
 * Whether one of two lessons may take the place of the other: they say nearly the same, or in the same words the opposite.
 * Those that say the very same are one already.
 */
export function isAlike(one: string, other: string): boolean {
	return areAlike(gistOf(one), gistOf(other));
}

function areAlike(one: Gist, other: Gist): boolean {
	const [few, many] = one.terms.size < other.terms.size ? [one, other] : [other, one];
	if (few.terms.size < FEWEST_TERMS) return false;
	const shared = [...few.terms].filter((term) => many.terms.has(term)).length;
	const isSame = shared === many.terms.size;
	const share = shared / (many.terms.size + few.terms.size - shared);
	return isSame ? one.negates !== other.negates : share >= NEARLY;
}

/** A lesson that somebody should look at, and why. */
export interface Doubt {
	/** Id of the insight. */
	readonly id: string;
	readonly kind: 'outdated' | 'alike';
	/** Files that are gone, or the id of the newer insight that is like it. */
	readonly about: string;
}

/** So many lessons are compared with each other, the newest: half a second. */
const MOST_COMPARED = 600;

/**
 * The lessons that speak of a file that is gone, and those that a newer one is much like; the newest first, each once.
 *
 * @param exists whether there is a file at a path from the root
 */
export function doubtsOf(
	lessons: readonly Lesson[],
	exists: (path: string) => boolean,
): readonly Doubt[] {
	const byId = new Map<string, Lesson & { readonly insight: string; readonly gist: Gist }>();
	for (const lesson of lessons.toSorted((one, other) => compareTexts(other.at, one.at))) {
		const insight = lesson.id.split('/')[1] ?? '';
		const isInsight = lesson.kind !== 'blocker' && lesson.kind !== 'test';
		if (isInsight && !byId.has(insight))
			byId.set(insight, { ...lesson, insight, gist: gistOf(lesson.text) });
	}
	const newest = [...byId.values()].slice(0, MOST_COMPARED);
	return newest.flatMap(({ insight: id, files, gist }, at): Doubt[] => {
		const gone = files.filter((path) => !exists(path));
		if (gone.length > 0) return [{ id, kind: 'outdated', about: gone.join(', ') }];
		const newer = newest.slice(0, at).find((one) => areAlike(one.gist, gist));
		return newer === undefined ? [] : [{ id, kind: 'alike', about: newer.insight }];
	});
}
