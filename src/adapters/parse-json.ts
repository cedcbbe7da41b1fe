/** Nothing of ours is nested deeper, and what walks through a value, or writes it, has stack for some thousand steps. */
const DEEPEST = 500;

/**
 * What a text that is stored somewhere holds as JSON; `undefined` where it is none. What is nested beyond reason counts
 * as none: it can be read, but not be written again.
 */
export function parseJson(text: string): unknown {
	try {
		const json: unknown = JSON.parse(text);
		// Each step down and up again takes two characters at least.
		const mayBeDeep = text.length > 2 * DEEPEST;
		return mayBeDeep && isNestedBeyond(json, DEEPEST) ? undefined : json;
	} catch {
		return undefined;
	}
}

/** Whether lists and objects stand in each other more than so many deep. */
function isNestedBeyond(json: unknown, depth: number): boolean {
	if (typeof json !== 'object' || json === null) return false;
	return depth === 0 || Object.values(json).some((one) => isNestedBeyond(one, depth - 1));
}
