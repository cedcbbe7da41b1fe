/** Keys that the client puts beside a tool's arguments where the guard reads them. */
const BESIDE = ['tool', 'tool_use_id', 'agentId', 'requestMeta'];

/**
 * What a call is, as one hash, by which the guard inside the client knows a call that was judged: `sealOf` in
 * `hooks/guard.ts` makes the same of the call that is about to run.
 */
export function receiptOf(tool: string, input: Readonly<Record<string, unknown>>): string {
	const own = Object.entries(input).filter(([key]) => !BESIDE.includes(key));
	return hash(stable([tool, Object.fromEntries(own)]));
}

/** JSON in which the order of keys does not count. */
function stable(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(stable).join()}]`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
	const entries = Object.entries(value).filter(([, one]) => one !== undefined);
	const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1));
	return `{${sorted.map(([key, one]) => `${JSON.stringify(key)}:${stable(one)}`).join()}}`;
}

/**
 * 128 bits in plain arithmetic (cyrb128): `node:crypto` takes 2.5 ms to load, which every call would pay. Whoever looks
 * for a second input with the same hash can more simply answer what the guard reads.
 */
function hash(text: string): string {
	let [a, b, c, d] = [1779033703, 3144134277, 1013904242, 2773480762];
	for (let at = 0; at < text.length; at += 1) {
		const unit = text.charCodeAt(at);
		a = b ^ Math.imul(a ^ unit, 597399067);
		b = c ^ Math.imul(b ^ unit, 2869860233);
		c = d ^ Math.imul(c ^ unit, 951274213);
		d = a ^ Math.imul(d ^ unit, 2716044179);
	}
	a = Math.imul(c ^ (a >>> 18), 597399067);
	b = Math.imul(d ^ (b >>> 22), 2869860233);
	c = Math.imul(a ^ (c >>> 17), 951274213);
	d = Math.imul(b ^ (d >>> 19), 2716044179);
	return [a ^ b ^ c ^ d, b ^ a, c ^ a, d ^ a]
		.map((word) => (word >>> 0).toString(16).padStart(8, '0'))
		.join('');
}
