import { type Draw, drawFor } from './draw.ts';

/**
 * Texts by the place they come from. `{{` and `}}` stand around what must not be stored, `%w12%` for twelve drawn
 * characters, `@…@` and `#…#` for base64 and hexadecimal digits of what is between them, and `¦` for nothing: it keeps
 * scanners from taking a text for a leak.
 */
export type Sightings = Readonly<Record<string, readonly string[]>>;

const ALPHABETS: Readonly<Record<string, keyof Omit<Draw, 'uuid'>>> = {
	h: 'hex',
	w: 'word',
	u: 'url',
	b: 'base64',
	d: 'digits',
	U: 'upper',
	l: 'lower',
	B: 'base32',
	x: 'base58',
	C: 'crockford',
	n: 'nix',
	q: 'bech32',
	z: 'smallBase32',
	H: 'bigHex',
	A: 'letters',
	a: 'smallLetters',
};

/** A text as it occurs: characters drawn, others for each turn, parts encoded. */
export function written(text: string, turn = 0): string {
	const draw = drawFor(turn === 0 ? text : `${text} ${turn}`);
	return text
		.replace(/%([hwubdUlBxCnqzHAa])(\d+)%/g, (_, kind: string, length: string) =>
			draw[ALPHABETS[kind] ?? 'word'](Number(length)),
		)
		.replaceAll('¦', '')
		.replace(/\{\{@([\s\S]+?)@\}\}/g, (_, plain) => `{{${encoded(plain, 'base64')}}}`)
		.replace(/\{\{#([\s\S]+?)#\}\}/g, (_, plain) => `{{${encoded(plain, 'hex')}}}`);
}

function encoded(plain: string, how: 'base64' | 'hex'): string {
	return Buffer.from(plain).toString(how).replace(/=+$/, '');
}
