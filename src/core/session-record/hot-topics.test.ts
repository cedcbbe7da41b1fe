import { describe, expect, it } from 'vitest';
import { ANNA } from '../../../tests/support/some-session.ts';
import { countTerms } from '../../memory/topics.ts';
import type { JournalEntry } from '../journal/line.ts';
import { foldLines, recordLinesOf } from './fold.ts';
import { USUAL_SETTINGS } from './schema.ts';

const ROOT = '/home/anna/lbf-ham-radio';
const prompt = (text: string): JournalEntry => ({ e: 'prompt', terms: countTerms(text) });
const file = (path: string): JournalEntry => ({ e: 'file', path });
const functions = (...names: string[]): JournalEntry => ({ e: 'fn', names, path: 'a.ts' });
const commit = (subject: string): JournalEntry => ({ e: 'commit', subject, branch: 'main' });
const count = (most: number) => Array.from({ length: most }, (_, index) => index);

/** The topics of a session in that project that did these things. */
function topicsOf(
	branch: string,
	entries: readonly JournalEntry[],
	root = ROOT,
): readonly string[] {
	const start = { e: 'start', source: 'startup', branch, cwd: root };
	const raw = [start, ...entries].map((entry, index) => ({
		...{ at: new Date(1_790_000_000_000 + index * 1000).toISOString(), s: ANNA.uuid },
		...entry,
	}));
	const facts = { key: ANNA.key, uuid: ANNA.uuid, user: 'anna', root };
	const folded = {
		lines: recordLinesOf(raw, ANNA.uuid, Number.POSITIVE_INFINITY),
		journalBytes: 1,
		journalBegun: undefined,
	};
	return foldLines(undefined, folded, { facts, settings: USUAL_SETTINGS })?.hot_topics ?? [];
}

it('a session on lbf-ham-radio is about the project, its subject and the rig', () => {
	const work = [
		prompt('Please read the S-meter of the FT-991A over CAT, for the ham radio logbook.'),
		{ e: 'tool' as const, name: 'Edit' },
		file('src/ft991a.ts'),
		{ e: 'fn' as const, names: ['readMeter', 'Ft991a.connect'], path: 'src/ft991a.ts' },
		prompt('Now run npm test, and fix what fails in src/logbook.ts'),
		file('src/logbook.ts'),
	];
	const topics = topicsOf('feature/s-meter', work);
	expect(topics).toEqual(expect.arrayContaining(['ft991a', 'ham radio', 'lbf-ham-radio']));
	expect(topics.length).toBeLessThanOrEqual(20);
	for (const word of ['edit', 'npm', 'test', 'please', 'src']) expect(topics).not.toContain(word);
});

it('what was pinned or learnt counts more than what was mentioned', () => {
	const topics = topicsOf('main', [
		prompt('billing'),
		{ e: 'pin', label: 'antenna', content: 'dipole', importance: 'standard' },
		{
			...{ e: 'insight', id: 'i1', kind: 'learning', text: 'logbook', confidence: 1 },
			...{ source: 'user', tags: ['modulation'] },
		},
	]);
	const order = ['antenna', 'logbook', 'billing'];
	expect(topics.filter((topic) => order.includes(topic))).toEqual(order);
	expect(topics).toContain('modulation');
});

describe('topics of a day in a project called shop', () => {
	const CART = [
		prompt(
			'The checkout page loses the cart when the user opens a second tab. Please find out why and fix it. ' +
				'It probably has to do with the localStorage key that CartProvider uses. See src/cart/useCart.ts',
		),
		prompt(
			'Good. Now please also make sure the cart total updates when the discount code is removed.',
		),
		file('src/cart/CartProvider.tsx'),
		functions('CartProvider', 'handleChange', 'removeDiscount', 'applyDiscount'),
		file('src/cart/useCart.ts'),
		commit('Keep the cart in sync between tabs'),
	];
	const RETRY = [
		prompt('Implement retries in the http client. Actually we should go with exponential backoff.'),
		{ e: 'task' as const, id: 't1', title: 'Add jitter', source: 'client' as const },
		commit('Retry requests'),
	];
	const NOISE = [
		prompt(
			'I typed it in the terminal. What is behind that term? We lost 3 days with [redacted:token].',
		),
		prompt('Hmm, it probably opens the wrong one. Continue, committing as usual.'),
	];

	it.each([
		['a bug', CART, ['cart', 'cart provider', 'discount', 'sync', 'tabs']],
		['a feature', RETRY, ['retry requests', 'jitter', 'backoff', 'client', 'exponential']],
		['small talk', NOISE, ['terminal']],
	])('%s', (_, entries: JournalEntry[], topics) => {
		const found = topicsOf('main', entries, '/home/anna/shop');
		expect(found.slice(0, topics.length)).toEqual(topics);
		expect(found).not.toContain('shop');
	});

	it('what was asked comes before what forty files and their functions are called', () => {
		const edits = count(40).flatMap((n) => [
			file(`src/scheduler/part${n}/queue${n}.ts`),
			functions(...count(12).map((k) => `handle${n}Case${k}`)),
		]);
		const topics = topicsOf('main', [prompt('Round the VAT of an invoice.'), ...edits]);
		expect(topics).toEqual(expect.arrayContaining(['scheduler', 'vat', 'invoice']));
		expect(topics.filter((topic) => /\d/.test(topic))).toEqual([]);
	});
});
