import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countDocuments, countTerms, rankTopics } from './topics.ts';

describe('the topics of a session', () => {
	it('of work on lbf-ham-radio name the project, the rig and the subject', () => {
		const seen = [
			'/home/u/lbf-ham-radio',
			'feature/lbf-ham-radio',
			'Set the clock of the FT-991A from the ham radio logger',
			'src/ft991a.ts',
			'src/catProtocol.ts',
		];
		expect(rankTopics(countTerms(seen.join('\n')), undefined, 20)).toEqual(
			expect.arrayContaining(['ft991a', 'ham radio', 'lbf-ham-radio']),
		);
	});

	it('put what other sessions have too behind what is rare', () => {
		const documents = { sessions: new Map([['login', 9]]), total: 9 };
		expect(rankTopics({ login: 3, webauthn: 3 }, documents, 20)).toEqual(['webauthn', 'login']);
	});

	it('put the name of the project last, which every session has', () => {
		const documents = { sessions: new Map([['lbf-ham-radio', 6]]), total: 6 };
		const counts = { 'lbf-ham-radio': 6, logbook: 1 };
		expect(rankTopics(counts, documents, 20)).toEqual(['logbook', 'lbf-ham-radio']);
	});

	it.each([
		['one form of a word', { radio: 2, radios: 3 }, ['radios']],
		['one spelling', { 'ft-991a': 2, ft991a: 2 }, ['ft991a']],
		['no word twice that never stands alone', { 'ham radio': 3, ham: 3, radio: 4 }, ['radio', 'ham radio']],
		['what a compound is about', { 'lbf-ham-radio': 2, 'ham radio': 2, 'lbf ham': 2 }, ['lbf-ham-radio', 'ham radio']],
		['no pair that came once', { 'clock logger': 1, clock: 1 }, ['clock']],
		['no pair whose words are told', { clock: 5, logger: 4, 'clock logger': 3 }, ['clock', 'logger']],
		['nothing of nothing', {}, []],
	])('are %s', (_, counts: Record<string, number>, topics) => {
		expect(rankTopics(counts, undefined, 20)).toEqual(topics);
	});

	it('are no more than asked for, each once, whatever the order of the terms', () => {
		const counts = fc.dictionary(fc.stringMatching(/^[a-c]{3}([- ][a-c]{3})?$/), fc.integer({ min: 1, max: 5 }));
		fc.assert(
			fc.property(counts, fc.nat(20), (terms, most) => {
				const topics = rankTopics(terms, undefined, most);
				expect(topics.length).toBeLessThanOrEqual(most);
				expect(new Set(topics).size).toBe(topics.length);
				const backwards = Object.fromEntries(Object.entries(terms).reverse());
				expect(rankTopics(backwards, undefined, most)).toEqual(topics);
			}),
		);
	});
});

it('D28: counts each term once a session, in the sessions that keep their terms', () => {
	const { sessions, total } = countDocuments([{}, { radio: 9, login: 1 }, { radio: 1 }]);
	expect([total, Object.fromEntries(sessions)]).toEqual([2, { radio: 2, login: 1 }]);
});

describe('the terms that are counted in a text', () => {
	it.each([
		['Program the FT-991A rig', { 'ft-991a': 1, ft991a: 1, program: 1, rig: 1 }],
		['feature/lbf-ham-radio', { 'lbf-ham-radio': 1, lbf: 1, ham: 1, radio: 1, 'lbf ham': 1, 'ham radio': 1 }],
		['ham radio, radio', { ham: 1, radio: 2, 'ham radio': 1 }],
		['src/auth/tokenService.ts', { auth: 1, token: 1, service: 1, 'token service': 1 }],
		['go2, step 3, step3, oauth2 sha256', { oauth2: 1, sha256: 1, 'oauth2 sha256': 1 }],
		['parse_config_tree', { parse: 1, config: 1, tree: 1, 'parse config': 1, 'config tree': 1 }],
		['HTTPServer utf8Decoder', { server: 1, utf8: 1, decoder: 1, 'utf8 decoder': 1 }],
		["don't use the user's billing", { billing: 1 }],
		['run npm test, then Grep', {}],
		['3c2d8817d57b 0b1c2d3e-1111-4222-8333-444455556666 2026-11-20 42', {}],
		['x'.repeat(41), {}],
		['Actually it probably opens; we removed, lost and typed the term days ago, behind all', {}],
		['rotate [redacted:github-token] keys', { rotate: 1, keys: 1 }],
		['__proto__ constructor toString', { proto: 1 }],
		['', {}],
	])('of %j are the words that tell of a topic', (text, terms) => {
		expect(countTerms(text)).toEqual(terms);
	});

	it('are at most 200, the most frequent ones', () => {
		const many = Array.from({ length: 500 }, (_, index) => `w${index}q`).join('. ');
		const terms = countTerms(`${many}. rare rare. rare`);
		expect(Object.keys(terms)).toHaveLength(200);
		expect(terms['rare']).toBe(3);
	});

	it('are lower case, of 3 to 40 characters, and the same for the same text', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
				const terms = countTerms(text);
				for (const term of Object.keys(terms)) {
					expect(term.length).toBeGreaterThanOrEqual(3);
					expect(term.length).toBeLessThanOrEqual(40);
					expect(term).toBe(term.toLowerCase());
				}
				expect(countTerms(text)).toEqual(terms);
			}),
		);
	});
});
