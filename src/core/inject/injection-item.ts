/** The parts of an injection, in the order in which they are told (D18; how the last session ended, and its progress: ADR 4). */
export const SECTIONS = [
	'tasks',
	'projects',
	'topics',
	'pins',
	'warnings',
	'decisions',
	'learnings',
	'patterns',
	'codes',
	'last',
	'progress',
	'notes',
	'pointer',
	'comprehension',
] as const;
export type Section = (typeof SECTIONS)[number];

/** Words of ours, told behind the frame around what was stored. */
export const OWN_SECTIONS: readonly Section[] = ['notes', 'pointer', 'comprehension'];

/** One line that may be told. */
export interface InjectionItem {
	readonly section: Section;
	/** As it is told: harmless already. */
	readonly line: string;
	/** What it says: the same is told once. */
	readonly text: string;
	/** For `context preview`, when it finds no room. */
	readonly what: string;
	/** The smaller, the later it goes for want of room. */
	readonly rank: number;
}

/** Where a section's first item stands in the queue for room, and how far behind each further one. */
const QUEUE: Readonly<Record<Section, { readonly first: number; readonly step: number }>> = {
	tasks: { first: 0, step: 1 },
	notes: { first: 0, step: 0 },
	projects: { first: 1, step: 0 },
	topics: { first: 1, step: 0 },
	pins: { first: 0, step: 0.5 },
	warnings: { first: 2, step: 1 },
	decisions: { first: 4, step: 1 },
	codes: { first: 4, step: 0.25 },
	learnings: { first: 5, step: 1 },
	patterns: { first: 7, step: 1 },
	progress: { first: 8, step: 1 },
	last: { first: Number.MAX_SAFE_INTEGER, step: 0 },
	pointer: { first: -1, step: 0 },
	comprehension: { first: -1, step: 0 },
};

/**
 * An item's place in the queue for room: the best of each section before the rest of any.
 *
 * @param index among the items of its section, the most important first
 */
export function rankOf(section: Section, index: number): number {
	const { first, step } = QUEUE[section];
	return first + index * step;
}
