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

/** Whether lists and objects stand in each other more than so many deep. Object.values would take five times as long. */
function isNestedBeyond(json: unknown, depth: number): boolean {
	if (typeof json !== 'object' || json === null) return false;
	if (depth === 0) return true;
	const members = json as Readonly<Record<string, unknown>>;
	for (const key in members) if (isNestedBeyond(members[key], depth - 1)) return true;
	return false;
}
