/** Share of a next step's words that a done item must have (D27). */
const DONE_SHARE = 0.6;

/**
 * Whether something that was brought to an end says that a next step is done: it has at least 60 % of its words (D27).
 *
 * @param action with or without `next:`
 * @param completed `test:npm`, `commit:<subject>`, `task:<title>`
 */
export function isDone(action: string, completed: readonly string[]): boolean {
	const words = wordsOf(action.replace(/^next:/, ''));
	if (words.size === 0) return false;
	return completed.some((item) => {
		const done = wordsOf(item);
		const shared = [...words].filter((word) => done.has(word)).length;
		return shared / words.size >= DONE_SHARE;
	});
}

function wordsOf(text: string): ReadonlySet<string> {
	return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}
