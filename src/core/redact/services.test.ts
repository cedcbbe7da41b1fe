import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growth, LINEAR } from '../../../tests/support/growth.ts';
import { piecesLeft } from '../../../tests/support/redaction/corpus.ts';
import { ORDINARY } from '../../../tests/support/redaction/ordinary.ts';
import { type Sample, serviceSamples } from '../../../tests/support/redaction/service-samples.ts';
import { isHeldOut, sampleOf, servicesOnPage } from '../../../tests/support/redaction/services.ts';
import { thirdSamples } from '../../../tests/support/redaction/third-set.ts';
import { redact } from './redact.ts';

const { services, odd } = servicesOnPage();
const halves = { tuned: serviceSamples('tuned'), 'held out': serviceSamples('held out') };
const samples = Object.values(halves).flat();

const isKept = (sample: Sample) => piecesLeft(sample, redact(sample.text)).length > 0;
const shown = ({ provider, place, text }: Sample) => `${provider}, ${place}: ${text}`;

describe('the page of token formats', () => {
	it('has a row of five columns for each credential, and 200 services or more', () => {
		expect(odd).toEqual([]);
		expect(new Set(services.map(({ service }) => service)).size).toBeGreaterThanOrEqual(200);
		expect(services.filter(isHeldOut).length).toBeGreaterThan(services.length / 3);
	});

	it('has formats of which samples can be drawn', () => {
		const formats = services.flatMap((service) => service.formats);
		expect(formats.filter((format) => /undefined|[\\[\]{}]/.test(sampleOf(format, 'a')))).toEqual(
			[],
		);
	});
});

describe('tokens of services, as languages, files and people write them', () => {
	it.each(Object.entries(halves))('finds at least 98 of 100 of the half that is %s', (_, half) => {
		const missed = half.filter(isKept);
		expect(missed.length / half.length, missed.map(shown).join('\n')).toBeLessThanOrEqual(0.02);
	});

	it.each([
		...[{ half: 'looked at', where: 'named', share: 0.98 } as const],
		...[{ half: 'looked at', where: 'alone', share: 0.94 } as const],
		...[{ half: 'not looked at', where: 'named', share: 0.98 } as const],
		...[{ half: 'not looked at', where: 'alone', share: 0.95 } as const],
	])(
		'finds most of the third set, by which the rule for lone tokens was tuned: $where, $half',
		({ half, where, share }) => {
			const third = thirdSamples(half, where);
			const missed = third.filter((one) => piecesLeft(one, redact(one.text)).length > 0);
			expect(third.length).toBeGreaterThan(90);
			expect(1 - missed.length / third.length).toBeGreaterThanOrEqual(share);
		},
	);

	it('changes at most 1 of 100 ordinary texts', () => {
		expect(ORDINARY.length).toBeGreaterThan(300);
		const taken = ORDINARY.filter((text) => redact(text) !== text);
		expect(taken.length / ORDINARY.length, taken.join('\n')).toBeLessThanOrEqual(0.01);
	});

	it('changes nothing when it is asked again, whatever stands beside', () => {
		const texts = fc.array(fc.constantFrom(...samples.map(({ text }) => text), ...ORDINARY), {
			...{ minLength: 1, maxLength: 4 },
		});
		fc.assert(
			fc.property(texts, fc.constantFrom('', ' ', '\n', ', ', '=', '"'), (some, between) => {
				const once = redact(some.join(between));
				expect(redact(once)).toBe(once);
			}),
		);
	});

	it('no neighbour hides a secret', () => {
		const found = samples.filter((sample) => !isKept(sample));
		const pairs = fc.tuple(
			fc.constantFrom(...found),
			fc.constantFrom(...ORDINARY, ...found.map(({ text }) => text)),
			fc.boolean(),
		);
		fc.assert(
			fc.property(pairs, ([sample, other, isFirst]) => {
				const texts = isFirst ? [sample.text, other] : [other, sample.text];
				const left = piecesLeft(sample, redact(texts.join('\n\n')));
				expect(left.filter((piece) => !other.includes(piece))).toEqual([]);
			}),
		);
	});

	it.each([
		...['acme_live_', 'a1b2.', 'ab-cd_', 'a_key=', 'token: string | ', 'token.="x', 'key <<EOF\n'],
		...['aB3.', 'aB3 ', 'deadbeef1-', 'x/ab_', 'key            ', 'zx_Ab1Cd2=', '"key","value":'],
		...['token = f(', 'secret, "', 'PASS=x;!', 'curl -u :', 'bundle config a.b ', 'key\\\n'],
	])('takes linear time on 100 kB of %j', (piece) => {
		expect(growth((size) => redact(piece.repeat(size / piece.length)), 12_500)).toBeLessThan(
			LINEAR,
		);
	});

	it('reads words with joints in one way only', () => {
		expect(redact(`token=${'A-'.repeat(40)}1!`)).toContain('token=');
	});
});
