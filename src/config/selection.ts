export const CATEGORIES = ['learnings', 'patterns', 'warnings', 'decisions', 'progress'] as const;
type Category = (typeof CATEGORIES)[number];

/**
 * The categories that are lists of items, in the order in which they are told (D18) and lose their place for want of
 * room: last first.
 */
export const LISTS = ['warnings', 'decisions', 'learnings', 'patterns'] as const;
export type List = (typeof LISTS)[number];

/** The same in the order in which the seed names them. */
export const NAMED_LISTS = CATEGORIES.filter((category) => category !== 'progress');

/** A value for each list. */
export function byList<Value>(of: (list: List) => Value): Record<List, Value> {
	const values = LISTS.map((list) => [list, of(list)]);
	return Object.fromEntries(values) as Record<List, Value>;
}

/** Of which kind the insights of a list are. */
export const KIND_OF = {
	warnings: 'warning',
	decisions: 'decision',
	learnings: 'learning',
	patterns: 'pattern',
} as const satisfies Record<List, string>;

/**
 * What is taken over. `all`: every list, and the end of the progress text; where `progress` is named it comes as a
 * whole (CFG-2).
 */
export type Selection = 'all' | readonly Category[];

/** A selection, or the words in it that are no category. */
type ReadSelection =
	| { readonly kind: 'selection'; readonly select: Selection }
	| { readonly kind: 'unknown'; readonly words: readonly string[] };

/** Reads `learnings,progress` or `all`; nothing is everything (ENG-1). */
export function readSelection(text: string): ReadSelection {
	const words = text
		.split(',')
		.map((word) => word.trim().toLowerCase())
		.filter((word) => word !== '');
	const unknown = words.filter((word) => word !== 'all' && !isCategory(word));
	if (unknown.length > 0) return { kind: 'unknown', words: unknown };
	return { kind: 'selection', select: selectionOf(words) };
}

/** A stored selection; what it says that is no category, somebody else wrote: then it is everything. */
export function storedSelection(text: string): Selection {
	const read = readSelection(text);
	return read.kind === 'selection' ? read.select : 'all';
}

/** The selection that checked words make. */
export function selectionOf(words: readonly string[]): Selection {
	if (words.length === 0 || words.includes('all')) return 'all';
	return CATEGORIES.filter((category) => words.includes(category));
}

/** As `readSelection` reads it again. */
export function selectionText(select: Selection): string {
	return select === 'all' ? 'all' : select.join(',');
}

export function selects(select: Selection, category: Category): boolean {
	return select === 'all' || select.includes(category);
}

function isCategory(word: string): word is Category {
	return (CATEGORIES as readonly string[]).includes(word);
}
