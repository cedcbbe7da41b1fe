/** Which pairs of neighbours a text has, by the low seven bits of each. */
type Pairs = Uint8Array;

/** One walk over the text, instead of one for each of some hundred words that nearly no text holds. */
export function pairsIn(text: string): Pairs {
	const pairs = new Uint8Array(1 << 14);
	let left = 0;
	for (let at = 0; at < text.length; at++) {
		const right = text.charCodeAt(at) & 0x7f;
		pairs[(left << 7) | right] = 1;
		left = right;
	}
	return pairs;
}

/** Whether a text with these pairs can hold the word; false is certain. */
export function mayHold(pairs: Pairs, word: string): boolean {
	for (let at = 1; at < word.length; at++) {
		const pair = ((word.charCodeAt(at - 1) & 0x7f) << 7) | (word.charCodeAt(at) & 0x7f);
		if (pairs[pair] !== 1) return false;
	}
	return true;
}
