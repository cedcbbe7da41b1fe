import { expect, it } from 'vitest';
import { lessonTerms } from './lesson-terms.ts';
import { synonymsIn, synonymsOf } from './synonyms.ts';

const GROUPS = [
	['faktura', 'Invoices'],
	['sign in', 'badge'],
	['R&D team', 'laboratory'],
	['C# code', 'sharp'],
	['purchase order', 'bestellung'],
	['prüfung', 'audit'],
	['constructor', '__proto__', 'foreman'],
	['the', '.*', '(a+)+$', ''],
];
const of = synonymsIn(GROUPS);
const termsOf = (text: string) => [...lessonTerms(text).keys()];

it.each([
	['faktura', 'invoice'],
	['signing in', 'badges'],
	['sign-in', 'badge'],
	['purchase-order', 'bestellung'],
	['prüfung', 'audits'],
	['constructors', 'foreman'],
])('%s may mean %s in a project that says so, and the other way round', (one, other) => {
	const meant = (text: string) => termsOf(text).flatMap(of);
	const isMeant = (said: string, by: string) =>
		termsOf(said).some((term) => meant(by).includes(term));
	expect(isMeant(other, one)).toBe(true);
	expect(isMeant(one, other)).toBe(true);
});

it.each(['code', 'team', 'order', 'purchase', 'the', 'a', 'anything'])(
	'a part of a word, and what reads like a pattern, means nothing: %s',
	(word) => {
		for (const term of termsOf(word)) expect(of(term)).toEqual(synonymsOf(term));
	},
);

it('the words of the field still count, and no word is its own synonym', () => {
	const [invoice = ''] = termsOf('invoice');
	expect(of(invoice)).toEqual(
		expect.arrayContaining([...synonymsOf(invoice), ...termsOf('faktura')]),
	);
	expect(of(invoice)).not.toContain(invoice);
	expect(synonymsIn([])(invoice)).toEqual(synonymsOf(invoice));
});
