import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growth, LINEAR } from '../../../tests/support/growth.ts';
import {
	heldOutCorpus,
	type Planted,
	piecesLeft,
	tunedCorpus,
	unseenCorpus,
} from '../../../tests/support/redaction/corpus.ts';
import { holdsSecret, redact } from './redact.ts';

const parts = [
	tunedCorpus(),
	heldOutCorpus(),
	unseenCorpus('looked at'),
	unseenCorpus('not looked at'),
];
const secrets = parts.flatMap((part) => part.secrets);
const innocent = parts.flatMap((part) => part.innocent);

const isKept = (planted: Planted) => piecesLeft(planted, redact(planted.text)).length > 0;

describe('what is stored holds no secret', () => {
	it('finds what the rules were tuned by', () => {
		expect(parts[0]?.secrets.filter(isKept)).toEqual([]);
	});

	it('finds at least 98 of 100, those among them that the rules were not tuned by', () => {
		expect(secrets.filter(isKept).length / secrets.length).toBeLessThanOrEqual(0.02);
	});

	it.each([2, 3])('finds at least 98 of 100 of each half of the second held-out set', (half) => {
		const { secrets } = parts[half] ?? { secrets: [] };
		expect(secrets.length).toBeGreaterThan(100);
		expect(secrets.filter(isKept).length / secrets.length).toBeLessThanOrEqual(0.02);
	});

	it('leaves invisible characters and escapes alone where no secret is behind them', () => {
		const texts = ['a \u200d family \ufe0f', 'a%3Db &quot;word&quot;', '\u001b[32mgreen\u001b[0m'];
		expect(texts.map(redact)).toEqual(texts);
	});

	it.each([
		...[
			'pass:x;',
			'password=',
			'QUJD',
			'aGVsbG8gd29ybGQgYWJj ',
			'wallet seed phrase ',
			'a1-',
			'Aa1',
		],
		...[
			'log in with ',
			'login("a", ',
			'6865',
			'%3D',
			'p\u200b',
			'creds: a / ',
			'2fa code: ',
			'&quot;',
		],
		...[
			'sqlplus a/',
			'use Ab1-c-d when ',
			'mc alias set ',
			'token is a ',
			'key || ',
			'pass for a ',
		],
	])('takes linear time on 100 kB of %j', (piece) => {
		expect(growth((size) => redact(piece.repeat(size / piece.length)), 12_500)).toBeLessThan(
			LINEAR,
		);
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

	it.each([
		'body=user%3Djo%26password%3Durl-Wren-51',
		'body=user%253Djo%2526password%253Durl-Wren-51',
		'password=&quot;html-Swift-9&quot;',
	])('finds %s also beside a secret that nothing hides', (text) => {
		const beside = redact(`${text} client.login("ana", "py-Rowan-9")`);
		expect(beside).not.toMatch(/Wren|Swift|Rowan/);
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
