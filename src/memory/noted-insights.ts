import { KIND_OF, NAMED_LISTS } from '../config/selection.ts';
import { elements, member, textIn } from '../store/foreign-json.ts';
import type { InsightKind } from './record.ts';

/** What somebody noted in a list. Foreign text. */
interface Noted {
	readonly text: string;
	readonly why: string | undefined;
}

/** What somebody noted elsewhere. */
export interface NotedInsight extends Noted {
	readonly kind: InsightKind;
}

/** What models call the text of an object in such a list, and its reason. */
const TEXT_KEYS = ['text', 'choice', 'decision', 'learning', 'pattern', 'warning', 'summary'];
const WHY_KEYS = ['why', 'rationale'];

/**
 * The insights in foreign JSON such as a pipeline's `status.json`: lists of texts, or of objects with a text and
 * maybe a reason. Whatever else is in it is not looked at.
 */
export function notedInsights(json: unknown): NotedInsight[] {
	return NAMED_LISTS.flatMap((list) =>
		elements(member(json, list)).flatMap((item) => {
			const noted = notedIn(item);
			return noted === undefined ? [] : [{ kind: KIND_OF[list], ...noted }];
		}),
	);
}

/** One item of such a list; `undefined` where it holds no text. */
export function notedIn(item: unknown): Noted | undefined {
	if (typeof item === 'string') return { text: item, why: undefined };
	const text = firstIn(item, TEXT_KEYS);
	return text === undefined ? undefined : { text, why: firstIn(item, WHY_KEYS) };
}

function firstIn(item: unknown, keys: readonly string[]): string | undefined {
	return keys.map((key) => textIn(item, key)).find((text) => text !== undefined);
}
