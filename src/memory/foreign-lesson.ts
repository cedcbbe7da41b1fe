import { textIn } from '../store/foreign-json.ts';

/** What models call the text of an object in a list of lessons, and its reason. */
const TEXT_KEYS = ['text', 'choice', 'decision', 'learning', 'pattern', 'warning', 'summary'];
const WHY_KEYS = ['why', 'rationale'];

/**
 * One item of a list of lessons in foreign JSON such as a pipeline's `status.json`: a text, or an object with a text and
 * maybe a reason; `undefined` if it holds no text.
 */
export function foreignLesson(item: unknown): { readonly text: string; readonly why?: string } | undefined {
	if (typeof item === 'string') return { text: item };
	const [text] = TEXT_KEYS.flatMap((key) => textIn(item, key) ?? []);
	const [why] = WHY_KEYS.flatMap((key) => textIn(item, key) ?? []);
	if (text === undefined) return undefined;
	return why === undefined ? { text } : { text, why };
}
