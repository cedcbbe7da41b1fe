/** A key of 128 bits as four words, lowest first. */
export type HashKey = readonly [number, number, number, number];

/** Four numbers of 64 bits as pairs of words, low and high: BigInt takes a hundred times as long. */
type State = Int32Array;

/**
 * SipHash-2-4 as 16 hex digits, the lowest byte first. In plain words because `node:crypto` takes 2.5 ms to load, which
 * every hook would pay.
 */
export function sipHash([k0, k1, k2, k3]: HashKey, bytes: Uint8Array): string {
	const v = Int32Array.of(
		...[k0 ^ 0x70736575, k1 ^ 0x736f6d65, k2 ^ 0x6e646f6d, k3 ^ 0x646f7261],
		...[k0 ^ 0x6e657261, k1 ^ 0x6c796765, k2 ^ 0x79746573, k3 ^ 0x74656462],
	);
	const whole = bytes.length - (bytes.length % 8);
	for (let at = 0; at < whole; at += 8) compress(v, wordAt(bytes, at), wordAt(bytes, at + 4));
	const last = new Uint8Array(8);
	last.set(bytes.subarray(whole));
	last[7] = bytes.length & 0xff;
	compress(v, wordAt(last, 0), wordAt(last, 4));
	v[4] = word(v, 4) ^ 0xff;
	for (let round = 0; round < 4; round += 1) sipRound(v);
	const low = word(v, 0) ^ word(v, 2) ^ word(v, 4) ^ word(v, 6);
	const high = word(v, 1) ^ word(v, 3) ^ word(v, 5) ^ word(v, 7);
	return hex(low) + hex(high);
}

/** Four bytes as a word, the lowest first. */
export function wordAt(bytes: Uint8Array, at: number): number {
	return (
		(bytes[at] ?? 0) |
		((bytes[at + 1] ?? 0) << 8) |
		((bytes[at + 2] ?? 0) << 16) |
		((bytes[at + 3] ?? 0) << 24)
	);
}

function compress(v: State, low: number, high: number): void {
	v[6] = word(v, 6) ^ low;
	v[7] = word(v, 7) ^ high;
	sipRound(v);
	sipRound(v);
	v[0] = word(v, 0) ^ low;
	v[1] = word(v, 1) ^ high;
}

function sipRound(v: State): void {
	mix(v, 0, 2, 13);
	swap(v, 0);
	mix(v, 4, 6, 16);
	mix(v, 0, 6, 21);
	mix(v, 4, 2, 17);
	swap(v, 4);
}

/** `a += b; b = (b <<< bits) ^ a` */
function mix(v: State, a: number, b: number, bits: number): void {
	const [bLow, bHigh] = [word(v, b), word(v, b + 1)];
	const low = (word(v, a) >>> 0) + (bLow >>> 0);
	v[a] = low | 0;
	v[a + 1] = (word(v, a + 1) + bHigh + (low > 0xffffffff ? 1 : 0)) | 0;
	v[b] = ((bLow << bits) | (bHigh >>> (32 - bits))) ^ word(v, a);
	v[b + 1] = ((bHigh << bits) | (bLow >>> (32 - bits))) ^ word(v, a + 1);
}

/** `a <<< 32` */
function swap(v: State, a: number): void {
	[v[a], v[a + 1]] = [word(v, a + 1), word(v, a)];
}

function word(v: State, at: number): number {
	return v[at] ?? 0;
}

function hex(low: number): string {
	const bytes = [low, low >>> 8, low >>> 16, low >>> 24].map((byte) => byte & 0xff);
	return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
