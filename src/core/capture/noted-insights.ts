import { elements, member, textIn } from '../document/foreign-json.ts';
import { CATEGORIES, KIND_OF } from '../inherit/selection.ts';
import type { InsightKind } from '../journal/activity.ts';

/** What somebody noted elsewhere. Foreign text. */
export interface NotedInsight {
	readonly kind: InsightKind;
	readonly text: string;
	readonly why: string | undefined;
}

/** In the order of the seed's file. */
const LISTS = CATEGORIES.filter((category) => category !== 'progress');

/**
 * The insights in foreign JSON such as seed 000's `status.json` (P1-1): lists of texts, or of objects with a `text` or
 * a `choice`, and a `why`. Whatever else is in it is not looked at.
 */
export function notedInsights(json: unknown): NotedInsight[] {
	return LISTS.flatMap((list) =>
		elements(member(json, list)).flatMap((value) => {
			const text =
				typeof value === 'string' ? value : (textIn(value, 'text') ?? textIn(value, 'choice'));
			return text === undefined ? [] : [{ kind: KIND_OF[list], text, why: textIn(value, 'why') }];
		}),
	);
}
