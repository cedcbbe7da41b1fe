import { describe, expect, it } from 'vitest';
import { sipHash } from './siphash.ts';

/** The key 00 01 … 0f of the published test vectors. */
const KEY = Uint8Array.from({ length: 16 }, (_, at) => at);

/** `vectors_sip64` of the reference implementation: the hash of the first n bytes of 00 01 02 … */
const VECTORS = [
	'310e0edd47db6f72',
	'fd67dc93c539f874',
	'5a4fa9d909806c0d',
	'2d7efbd796666785',
	'b7877127e09427cf',
	'8da699cd64557618',
	'cee3fe586e46c9cb',
	'37d1018bf50002ab',
	'6224939a79f5f593',
	'b0e4a90bdf82009e',
	'f3b9dd94c5bb5d7a',
	'a7ad6b22462fb3f4',
	'fbe50e86bc8f1e75',
	'903d84c02756ea14',
	'eef27a8e90ca23f7',
	'e545be4961ca29a1',
];

describe('SipHash-2-4', () => {
	it.each(VECTORS.map((hash, length) => ({ length, hash })))(
		'of $length bytes is as published',
		({ length, hash }) => {
			expect(
				sipHash(
					KEY,
					Uint8Array.from({ length }, (_, at) => at),
				),
			).toBe(hash);
		},
	);

	it('of 63 bytes is as published', () => {
		expect(
			sipHash(
				KEY,
				Uint8Array.from({ length: 63 }, (_, at) => at),
			),
		).toBe('724506eb4c328a95');
	});
});
