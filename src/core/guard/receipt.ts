/** Keys that the client puts beside a tool's arguments where the guard reads them. */
const BESIDE = ['tool', 'tool_use_id', 'agentId', 'requestMeta'];

/**
 * What is hashed of a call that was judged, so that the guard inside the client knows it again: `sealOf` in
 * `hooks/guard.ts` makes the same of the call that is about to run.
 */
export function receiptText(tool: string, input: Readonly<Record<string, unknown>>): string {
	const own = Object.entries(input).filter(([key]) => !BESIDE.includes(key));
	return stable([tool, Object.fromEntries(own)]);
}

/** JSON in which the order of keys does not count. */
function stable(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(stable).join()}]`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
	const entries = Object.entries(value).filter(([, one]) => one !== undefined);
	const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1));
	return `{${sorted.map(([key, one]) => `${JSON.stringify(key)}:${stable(one)}`).join()}}`;
}
