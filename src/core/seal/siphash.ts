/**
 * SipHash-2-4 as 16 hex digits, the lowest byte first; `key`: 16 bytes. In plain words because `node:crypto` takes
 * 2.5 ms to load, which every hook would pay. Numbers of 64 bits are pairs of words: BigInt takes a hundred times as long.
 */
export function sipHash(key: Uint8Array, bytes: Uint8Array): string {
	const [k0, k1, k2, k3] = [wordAt(key, 0), wordAt(key, 4), wordAt(key, 8), wordAt(key, 12)];
	let [low0, high0] = [k0 ^ 0x70736575, k1 ^ 0x736f6d65];
	let [low1, high1] = [k2 ^ 0x6e646f6d, k3 ^ 0x646f7261];
	let [low2, high2] = [k0 ^ 0x6e657261, k1 ^ 0x6c796765];
	let [low3, high3] = [k2 ^ 0x79746573, k3 ^ 0x74656462];
	const words = wordsOf(bytes);
	let [sum, word] = [0, 0];
	for (let at = 0; at <= words.length; at += 2) {
		// Behind the last block come the rounds that end it.
		const isEnd = at === words.length;
		const low = isEnd ? 0 : (words[at] ?? 0);
		const high = isEnd ? 0 : (words[at + 1] ?? 0);
		if (isEnd) low2 ^= 0xff;
		low3 ^= low;
		high3 ^= high;
		for (let rounds = isEnd ? 4 : 2; rounds > 0; rounds -= 1) {
			// v0 += v1; v1 = (v1 <<< 13) ^ v0; v0 <<<= 32
			sum = (low0 + low1) | 0;
			high0 = (high0 + high1 + carry(sum, low0)) | 0;
			low0 = sum;
			word = ((low1 << 13) | (high1 >>> 19)) ^ low0;
			high1 = ((high1 << 13) | (low1 >>> 19)) ^ high0;
			low1 = word;
			word = low0;
			low0 = high0;
			high0 = word;
			// v2 += v3; v3 = (v3 <<< 16) ^ v2
			sum = (low2 + low3) | 0;
			high2 = (high2 + high3 + carry(sum, low2)) | 0;
			low2 = sum;
			word = ((low3 << 16) | (high3 >>> 16)) ^ low2;
			high3 = ((high3 << 16) | (low3 >>> 16)) ^ high2;
			low3 = word;
			// v0 += v3; v3 = (v3 <<< 21) ^ v0
			sum = (low0 + low3) | 0;
			high0 = (high0 + high3 + carry(sum, low0)) | 0;
			low0 = sum;
			word = ((low3 << 21) | (high3 >>> 11)) ^ low0;
			high3 = ((high3 << 21) | (low3 >>> 11)) ^ high0;
			low3 = word;
			// v2 += v1; v1 = (v1 <<< 17) ^ v2; v2 <<<= 32
			sum = (low2 + low1) | 0;
			high2 = (high2 + high1 + carry(sum, low2)) | 0;
			low2 = sum;
			word = ((low1 << 17) | (high1 >>> 15)) ^ low2;
			high1 = ((high1 << 17) | (low1 >>> 15)) ^ high2;
			low1 = word;
			word = low2;
			low2 = high2;
			high2 = word;
		}
		low0 ^= low;
		high0 ^= high;
	}
	return hex(low0 ^ low1 ^ low2 ^ low3) + hex(high0 ^ high1 ^ high2 ^ high3);
}

/** What a sum of two low words adds to the high ones. */
function carry(sum: number, one: number): number {
	return sum >>> 0 < one >>> 0 ? 1 : 0;
}

/** Four bytes as a word, the lowest first. */
function wordAt(bytes: Uint8Array, at: number): number {
	return new DataView(bytes.buffer, bytes.byteOffset).getInt32(at, true);
}

/** Filled up to blocks of eight bytes, the last of which is the length. Where Node runs, the lowest byte comes first. */
function wordsOf(bytes: Uint8Array): Int32Array {
	const padded = new Uint8Array(bytes.length - (bytes.length % 8) + 8);
	padded.set(bytes);
	padded[padded.length - 1] = bytes.length & 0xff;
	return new Int32Array(padded.buffer);
}

function hex(low: number): string {
	const bytes = [low, low >>> 8, low >>> 16, low >>> 24].map((byte) => byte & 0xff);
	return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
