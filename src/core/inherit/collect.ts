import type { Continuity } from '../config/continuity.ts';
import { isCandidate } from '../session-record/confidence.ts';
import type { Insight, SessionRecord } from '../session-record/schema.ts';
import type { ItemOrigin } from './bundle.ts';
import { KIND_OF, LISTS, type List, type Selection, selects } from './selection.ts';

/** Something that a session learnt, as a bundle takes it over. */
export interface Item {
	readonly text: string;
	readonly origin: ItemOrigin;
	/** Milliseconds since the epoch; of one without a time, before all others. */
	readonly at: number;
}

export type Items = Readonly<Record<List, readonly Item[]>>;

/** What the lists of some records hold. `isCut`: more of it than the caps let through. */
export interface Collected {
	readonly items: Items;
	readonly isCut: boolean;
}

export interface CollectFacts {
	readonly select: Selection;
	readonly caps: Omit<Continuity['caps'], 'depth'>;
	/** Says whether a text still holds a secret: such an item is left out (D30). */
	readonly holdsSecret: (text: string) => boolean;
}

/** Characters of a list, the newest ones, in which secrets are looked for: more than twenty sessions of ours learn. */
const LOOKED_THROUGH = 1_000_000;

/**
 * What sessions have learnt, list by list: without suppositions and secrets, each text once, where it comes first; of
 * more than the cap the newest, in their order (N-9, API-4).
 *
 * @param records nearest first
 */
export function collect(records: readonly SessionRecord[], facts: CollectFacts): Collected {
	const lists = LISTS.map((list) => ({ list, ...listOf(list, records, facts) }));
	const of = (list: List) => lists.find((one) => one.list === list)?.items ?? [];
	return {
		items: {
			warnings: of('warnings'),
			decisions: of('decisions'),
			learnings: of('learnings'),
			patterns: of('patterns'),
		},
		isCut: lists.some(({ isCut }) => isCut),
	};
}

/** Which of some items are the oldest, as their places, the oldest first; of one age the last. */
export function oldestFirst(items: readonly Item[]): number[] {
	return items
		.map(({ at }, index) => ({ at, index }))
		.sort((one, other) => (one.at === other.at ? other.index - one.index : one.at - other.at))
		.map(({ index }) => index);
}

function listOf(
	list: List,
	records: readonly SessionRecord[],
	{ select, caps, holdsSecret }: CollectFacts,
): { readonly items: readonly Item[]; readonly isCut: boolean } {
	if (!selects(select, list)) return { items: [], isCut: false };
	const all = records.flatMap(({ key, insights }) =>
		insights.filter((one) => one.kind === KIND_OF[list]).flatMap((one) => itemOf(one, key)),
	);
	const looked = newestOf(all, LOOKED_THROUGH);
	const once = firstOfEach(looked.filter(({ text }) => !holdsSecret(text)));
	const excess = new Set(oldestFirst(once).slice(0, Math.max(0, once.length - caps[list])));
	return {
		items: once.filter((_, index) => !excess.has(index)),
		isCut: excess.size > 0 || looked.length < all.length,
	};
}

/** The newest items that so many characters have room for, in their order. */
function newestOf(items: readonly Item[], length: number): readonly Item[] {
	let left = length;
	const newest = new Set(
		oldestFirst(items)
			.toReversed()
			.filter((index) => {
				const size = items[index]?.text.length ?? 0;
				if (size > left) return false;
				left -= size;
				return true;
			}),
	);
	return items.filter((_, index) => newest.has(index));
}

/** A decision with its reason is one text, as the seed writes it: `Chose JWT - needed stateless scaling`. */
function itemOf(insight: Insight, session: string): Item[] {
	const { text, why = '', confidence, created_at: at } = insight;
	if (isCandidate(insight) || text.trim() === '') return [];
	const time = Date.parse(at);
	return [
		{
			text: why.trim() === '' ? text : `${text} - ${why}`,
			origin: { session, confidence },
			at: Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time,
		},
	];
}

function firstOfEach(items: readonly Item[]): readonly Item[] {
	const first = new Map<string, Item>();
	for (const item of items) {
		const normal = item.text.trim().toLowerCase().replace(/\s+/g, ' ');
		if (!first.has(normal)) first.set(normal, item);
	}
	return [...first.values()];
}
