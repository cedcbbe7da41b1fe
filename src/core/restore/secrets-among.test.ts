import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heldOutCorpus, tunedCorpus } from '../../../tests/support/redaction/corpus.ts';
import { holdsSecret } from '../../secrets/redact.ts';
import { cleanTexts, secretsAmong } from './restoration.ts';

describe('D30: what is passed on', () => {
	it('keeps texts that only look like one side by side', () => {
		expect(cleanTexts(['password:', 'src/a.ts'], holdsSecret)).toEqual(['password:', 'src/a.ts']);
	});

	it('hides no secret among others: one that is found alone is found between innocent texts', () => {
		const texts = [tunedCorpus(), heldOutCorpus()].flatMap(({ secrets }) =>
			secrets.map(({ text }) => text).filter(holdsSecret),
		);
		expect(texts.length).toBeGreaterThan(500);
		const neighbours = [
			['Move the routes', 'src/app/server.ts'],
			['Rotate the token', 'Ask for the password:'],
			['token: <token>', 'password = $PASSWORD'],
		];
		const some = texts.filter((_, index) => index % 2 === 0);
		const missed = some.filter((text, index) => {
			const [before = '', after = ''] = neighbours[index % neighbours.length] ?? [];
			return !secretsAmong([before, text, after], holdsSecret)(text);
		});
		expect(missed).toEqual([]);
	});

	it('is what asking about each gives', () => {
		const isOdd = (text: string) => text.includes('x');
		fc.assert(
			fc.property(fc.array(fc.string()), (texts) => {
				expect(cleanTexts(texts, isOdd)).toEqual(texts.filter((text) => !isOdd(text)));
			}),
		);
	});

	it.each([
		['what could be its value', 'Rotate the token', 'value: pw=Hunter2!x is set in the vault'],
		[
			'marks of what was redacted',
			'%70assword%3DHunter2!xy9',
			'%2D%2D%2D%2D%2DBEGIN PRIVATE KEY----- [redacted:a] [redacted:b] [redacted:c] [redacted:d] -----END PRIVATE KEY-----',
		],
	])('finds one beside a text that goes on with %s', (_, one, other) => {
		expect([one, other].some(holdsSecret)).toBe(true);
		expect(cleanTexts([one, other], holdsSecret)).toEqual(
			[one, other].filter((text) => !holdsSecret(text)),
		);
	});
});
