import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heldOutCorpus, tunedCorpus } from '../../../tests/support/redaction/corpus.ts';
import { holdsSecret } from '../redact/redact.ts';
import { cleanTexts, secretsAmong, unlessSecret } from './secrets-among.ts';

describe('D30: what is passed on', () => {
	it('keeps texts that only look like one side by side', () => {
		expect(cleanTexts(['password:', 'src/a.ts'], holdsSecret)).toEqual(['password:', 'src/a.ts']);
	});

	it('hides no secret among others: one that is found alone is found between innocent texts', () => {
		const texts = [tunedCorpus(), heldOutCorpus()].flatMap(({ secrets }) =>
			secrets.map(({ text }) => text).filter(holdsSecret),
		);
		expect(texts.length).toBeGreaterThan(500);
		const missedBetween = (before: string, after: string) =>
			texts.filter((text) => !secretsAmong([before, text, after], holdsSecret)(text));
		expect(missedBetween('Move the routes', 'src/app/server.ts')).toEqual([]);
		expect(missedBetween('Rotate the token', 'Ask for the password:')).toEqual([]);
		expect(missedBetween('token: <token>', 'password = $PASSWORD')).toEqual([]);
	});

	it('is what asking about each gives', () => {
		const isOdd = (text: string) => text.includes('x');
		fc.assert(
			fc.property(fc.array(fc.string()), (texts) => {
				expect(cleanTexts(texts, isOdd)).toEqual(texts.filter((text) => !isOdd(text)));
			}),
		);
	});

	it('is made once where no text holds one, and is what asking about each gives', () => {
		const isOdd = (text: string) => text.includes('x');
		fc.assert(
			fc.property(fc.array(fc.string()), (texts) => {
				let made = 0;
				const clean = unlessSecret((holdsSecret) => {
					made += 1;
					return texts.filter((text) => !holdsSecret(text));
				}, isOdd);
				expect(clean).toEqual(texts.filter((text) => !isOdd(text)));
				expect(made).toBe(texts.some(isOdd) ? 2 : 1);
			}),
		);
	});
});
