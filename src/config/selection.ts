import { Fault } from '../store/fault.ts';
import { quoted } from '../text/one-line.ts';

const CATEGORIES = ['learnings', 'patterns', 'warnings', 'decisions', 'progress'] as const;
type Category = (typeof CATEGORIES)[number];

/** The words of a selection. */
export const SELECTABLE = ['all', ...CATEGORIES] as const;

/** The categories that are lists, in the order of the seed. */
export const NAMED_LISTS = CATEGORIES.filter((category) => category !== 'progress');
export type List = (typeof NAMED_LISTS)[number];

/** The same in the order in which they are shown (D18), the most important first. */
export const LISTS = ['warnings', 'decisions', 'learnings', 'patterns'] as const;

/** A value for each list, in the order of the seed. */
export function byList<Value>(of: (list: List) => Value): Record<List, Value> {
	const values = NAMED_LISTS.map((list) => [list, of(list)]);
	return Object.fromEntries(values) as Record<List, Value>;
}

/** The kind of the lessons in a list. */
export const KIND_OF = {
	warnings: 'warning',
	decisions: 'decision',
	learnings: 'learning',
	patterns: 'pattern',
} as const satisfies Record<List, string>;

/** What is inherited. `all`: every list, and the end of the progress text; `progress` by name is the whole (CFG-2). */
export type Selection = 'all' | readonly Category[];

/** The words of a text such as `learnings,progress`. */
function selectionWords(text: string): string[] {
	const words = text.split(',').map((word) => word.trim().toLowerCase());
	return words.filter((word) => word !== '');
}

/** The selection that words make; none that is known is everything (ENG-1). */
export function selectionOf(words: readonly string[]): Selection {
	const known = CATEGORIES.filter((category) => words.includes(category));
	return known.length === 0 || words.includes('all') ? 'all' : known;
}

/** A stored selection. */
export function selectionIn(text: string): Selection {
	return selectionOf(selectionWords(text));
}

/**
 * Reads a `--select`; without one everything (ENG-1).
 *
 * @throws Fault `usage`
 */
export function selectionAsked(text: string | undefined): Selection {
	const words = selectionWords(text ?? '');
	const unknown = words.filter((word) => !SELECTABLE.some((one) => one === word));
	if (unknown.length === 0) return selectionOf(words);
	throw new Fault('usage', `${unknown.map(quoted).join(', ')} cannot be selected`, {
		hint: `one or more of ${SELECTABLE.join(', ')}, with commas between`,
	});
}

/** As `selectionIn` reads it again. */
export function selectionText(select: Selection): string {
	return select === 'all' ? 'all' : select.join(',');
}

/** Whether a category is inherited. */
export function selects(select: Selection, category: Category): boolean {
	return select === 'all' || select.includes(category);
}
