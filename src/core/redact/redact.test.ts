import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	heldOutCorpus,
	type Planted,
	piecesLeft,
	tunedCorpus,
} from '../../../tests/support/redaction/corpus.ts';
import { holdsSecret, redact } from './redact.ts';

const parts = [tunedCorpus(), heldOutCorpus()];
const secrets = parts.flatMap((part) => part.secrets);
const innocent = parts.flatMap((part) => part.innocent);

const isKept = (planted: Planted) => piecesLeft(planted, redact(planted.text)).length > 0;

describe('S2-085: what is stored holds no secret', () => {
	it('the corpus is as large as it has to be', () => {
		expect(secrets.length).toBeGreaterThanOrEqual(200);
		expect(new Set(secrets.map(({ provider }) => provider)).size).toBeGreaterThanOrEqual(40);
		expect(innocent.length).toBeGreaterThanOrEqual(300);
		expect(secrets.filter(({ text, secret }) => !text.includes(secret.slice(0, 60)))).toEqual([]);
	});

	it('finds what the rules were tuned by', () => {
		expect(parts[0]?.secrets.filter(isKept)).toEqual([]);
	});

	it('finds at least 98 of 100, those among them that the rules were not tuned by', () => {
		expect(secrets.filter(isKept).length / secrets.length).toBeLessThanOrEqual(0.02);
	});

	it('takes at most 1 of 100 innocent texts for one that holds a secret', () => {
		const taken = innocent.filter(holdsSecret);
		expect(taken.length / innocent.length, taken.join('\n')).toBeLessThanOrEqual(0.01);
	});

	it('keeps everything around the secret', () => {
		expect(redact('export DB_PASSWORD=hunter2xx && make')).toBe(
			'export DB_PASSWORD=[redacted:value] && make',
		);
	});

	it('changes nothing when it is asked again', () => {
		const texts = fc.array(fc.constantFrom(...secrets.map(({ text }) => text), ...innocent), {
			minLength: 1,
			maxLength: 4,
		});
		const glue = fc.constantFrom('', ' ', '\n', ', ', '=', '"', '-');
		fc.assert(
			fc.property(texts, glue, (some, between) => {
				const once = redact(some.join(between));
				expect(redact(once)).toBe(once);
			}),
		);
	});

	it('lets words be words', () => {
		const word = fc.string({
			unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'),
			maxLength: 12,
		});
		fc.assert(
			fc.property(fc.array(word), (words) => {
				const text = words.join(' ');
				expect(redact(text)).toBe(text);
			}),
		);
	});
});
