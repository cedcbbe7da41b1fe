import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { termsOf } from './terms.ts';

describe('the terms of a text', () => {
	it.each([
		['Program the FT-991A rig', { 'ft-991a': 1, ft991a: 1, program: 1, rig: 1 }],
		[
			'feature/lbf-ham-radio',
			{ 'lbf-ham-radio': 1, lbf: 1, ham: 1, radio: 1, 'lbf ham': 1, 'ham radio': 1 },
		],
		['ham radio, radio', { ham: 1, radio: 2, 'ham radio': 1 }],
		['src/auth/tokenService.ts', { auth: 1, token: 1, service: 1, 'token service': 1 }],
		['go2, step 3, step3, oauth2 sha256', { oauth2: 1, sha256: 1, 'oauth2 sha256': 1 }],
		['parse_config_tree', { parse: 1, config: 1, tree: 1, 'parse config': 1, 'config tree': 1 }],
		['HTTPServer utf8Decoder', { server: 1, utf8: 1, decoder: 1, 'utf8 decoder': 1 }],
		["don't use the user's billing", { billing: 1 }],
		['run npm test, then Grep and TodoWrite', {}],
		['3c2d8817d57b 0b1c2d3e-1111-4222-8333-444455556666 2026-11-20 42', {}],
		['x'.repeat(41), {}],
		['Actually it probably opens; we removed, lost and typed the term days ago, behind all', {}],
		['rotate [redacted:github-token] keys', { rotate: 1, keys: 1 }],
		['__proto__ constructor toString', { proto: 1 }],
		['', {}],
	])('of %j are the words that tell of a topic', (text, terms) => {
		expect(termsOf(text)).toEqual(terms);
	});

	it('are at most 200, the most frequent ones', () => {
		const many = Array.from({ length: 500 }, (_, index) => `w${index}q`).join('. ');
		const terms = termsOf(`${many}. rare rare. rare`);
		expect(Object.keys(terms)).toHaveLength(200);
		expect(terms['rare']).toBe(3);
	});

	it('are lower case, of 3 to 40 characters, and the same for the same text', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
				const terms = termsOf(text);
				for (const term of Object.keys(terms)) {
					expect(term.length).toBeGreaterThanOrEqual(3);
					expect(term.length).toBeLessThanOrEqual(40);
					expect(term).toBe(term.toLowerCase());
				}
				expect(termsOf(text)).toEqual(terms);
			}),
		);
	});

	it('are those that Unicode finds, for a text of ASCII, too', () => {
		const words = fc.constantFrom('readFile', "don't", 'ham-radio', 'FT-991A', 'a_b-C9', 'cache');
		const text = fc.array(fc.oneof(words, fc.string({ maxLength: 9 }))).map((all) => all.join(' '));
		fc.assert(
			fc.property(text, (ascii) => {
				expect(termsOf(ascii)).toEqual(termsOf(`${ascii} é`));
			}),
		);
	});
});
