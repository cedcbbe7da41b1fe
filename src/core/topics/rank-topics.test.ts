import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COUNTED_SESSIONS, documentCounts, rankTopics } from './rank-topics.ts';
import { termsOf } from './terms.ts';

describe('the topics of a session', () => {
	it('of work on lbf-ham-radio name the project, the rig and the subject', () => {
		const seen = [
			'/home/u/lbf-ham-radio',
			'feature/lbf-ham-radio',
			'Set the clock of the FT-991A from the ham radio logger',
			'src/ft991a.ts',
			'src/catProtocol.ts',
		];
		expect(rankTopics(termsOf(seen.join('\n')), undefined, 20)).toEqual(
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
		[
			'no word twice that never stands alone',
			{ 'ham radio': 3, ham: 3, radio: 4 },
			['radio', 'ham radio'],
		],
		[
			'what a compound is about',
			{ 'lbf-ham-radio': 2, 'ham radio': 2, 'lbf ham': 2 },
			['lbf-ham-radio', 'ham radio'],
		],
		['no pair that came once', { 'clock logger': 1, clock: 1 }, ['clock']],
		[
			'no pair whose words are told',
			{ clock: 5, logger: 4, 'clock logger': 3 },
			['clock', 'logger'],
		],
		[
			'no two pairs of one word',
			{ 'ham radio': 4, 'radio club': 3, club: 1 },
			['ham radio', 'club'],
		],
		['nothing of nothing', {}, []],
	])('are %s', (_, counts: Record<string, number>, topics) => {
		expect(rankTopics(counts, undefined, 20)).toEqual(topics);
	});

	it('are no more than asked for, each once, whatever the order of the terms', () => {
		const counts = fc.dictionary(
			fc.stringMatching(/^[a-c]{3}([- ][a-c]{3})?$/),
			fc.integer({ min: 1, max: 5 }),
		);
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

it('D28: counts each term once a session, in the newest sessions that keep their terms', () => {
	const many = Array.from({ length: COUNTED_SESSIONS }, () => 'radio');
	const { sessions, total } = documentCounts(['', 'radio|login', ...many, 'too old']);
	expect(total).toBe(COUNTED_SESSIONS);
	expect(Object.fromEntries(sessions)).toEqual({ radio: COUNTED_SESSIONS, login: 1 });
});
