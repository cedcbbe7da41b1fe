import { describe, expect, it } from 'vitest';
import { growth, LINEAR } from '../../../tests/support/growth.ts';
import { piecesLeft } from '../../../tests/support/redaction/corpus.ts';
import { drawFor } from '../../../tests/support/redaction/draw.ts';
import { fifthSet } from '../../../tests/support/redaction/fifth-set.ts';
import { fourthSamples, type Known } from '../../../tests/support/redaction/fourth-set.ts';
import { loneInnocent } from '../../../tests/support/redaction/lone-innocent.ts';
import { redact } from './redact.ts';

const draw = drawFor('alone');
const isLeft = (text: string) => redact(text) === text;

describe('a token of a service that no rule knows', () => {
	it.each([
		`sent ${draw.word(32)}`,
		`sent ${draw.url(43)}`,
		`sent ${draw.base64(38)}+${draw.base64(4)}=`,
		`sent ${draw.lower(49)}`,
		`sent ${draw.upper(52)}`,
		`sent ${draw.hex(80)}`,
		`sent ${draw.hex(32)}-${draw.hex(32)}`,
		`sent acme_${draw.word(22)}`,
		`sent acme-${draw.lower(28)}`,
		`sent ACME-${draw.uuid()}`,
		`sent acme_${draw.hex(32)}`,
		`sent v2.${draw.lower(32)}`,
		`sent acme.${draw.hex(24)}.${draw.word(24)}`,
		`sent acme_test_${draw.hex(20)}`,
		`https://acme.test/hooks/acme_${draw.word(24)}`,
	])('is cut: %s', (text) => {
		expect(redact(text)).toMatch(/\[redacted:token\]$/);
	});

	it.each([
		['a hash', draw.hex(40)],
		['a digest', draw.hex(64)],
		['a UUID', draw.uuid()],
		['a UUID behind a word', `server-${draw.uuid()}`],
		['the key of a cache', `linux-npm-${draw.hex(64)}`],
		['what a word calls an id', `userId: "${draw.word(28)}"`],
		['what a word calls a hash', `contentHash=${draw.base64(43)}=`],
		['a file', `assets/index-${draw.word(20)}.js`],
		['a line of a block', `${draw.base64(64)}\n${draw.base64(64)}\n${draw.base64(20)}`],
		['an address', `bc1q${draw.bech32(38)}`],
		['a name of code', 'convertUtf16ToUtf8AndBack2Times(x509V3CertB64)'],
		['a symbol', '_ZNK3MapI10StringViewSt6vectorI8Base64V2SaIS2_EEE4findERKS0_'],
		['a picture', 'M4 10.5H1v2h3v-2zm9-9.95h-2V3.5h2V.55zm7.45 3.91l-1.41-1.41-1.79'],
	])('is not %s', (_, text) => {
		expect(isLeft(text)).toBe(true);
	});

	it.each([
		...['aB3_', 'a.b:', 'A1b2-', '/a_', '-----\n', 'acme_live_acme_', 'aB3/', 'id: '],
		...['a1=', '::', `${draw.word(30)} `, `${draw.word(600)} `, 'aaaaaaaaaaaaaaaa-', '0.0.0.0:'],
	])('is looked for in linear time in 100 kB of %j', (piece) => {
		expect(growth((size) => redact(piece.repeat(size / piece.length)), 12_500)).toBeLessThan(
			LINEAR,
		);
	});
});

describe('the fourth set', () => {
	const samples = fourthSamples();
	/** What was found when it was measured first and nobody had looked at it, less one of 100. */
	const floors: readonly (readonly [Known, number])[] = [
		['told', 0.98],
		['by its form', 0.84],
	];

	it.each(floors)('is found where it is known %s', (known, share) => {
		const asked = samples.filter((sample) => sample.known === known);
		const missed = asked.filter((sample) => piecesLeft(sample, redact(sample.text)).length > 0);
		expect(1 - missed.length / asked.length).toBeGreaterThanOrEqual(share);
	});

	it('is left where it looks as hashes and ids do and no word says more', () => {
		const asked = samples.filter(({ known }) => known === 'by nothing');
		expect(asked.filter(({ text }) => !isLeft(text))).toEqual([]);
	});
});

describe('the fifth set, as documents show credentials', () => {
	/** Before anybody had looked it was 85.6 of 100. */
	it('is found, as far as rules came of what was missed', () => {
		const missed = fifthSet.filter((sample) => piecesLeft(sample, redact(sample.text)).length > 0);
		expect(1 - missed.length / fifthSet.length).toBeGreaterThanOrEqual(0.95);
	});
});

describe('texts that look drawn by lot and hold no secret', () => {
	const halves = ['tuned', 'held out'] as const;

	it.each(halves)('at most 1 of 100 is changed: %s', (half) => {
		const texts = loneInnocent(half);
		expect(texts.filter((text) => !isLeft(text)).length / texts.length).toBeLessThanOrEqual(0.01);
	});
});
