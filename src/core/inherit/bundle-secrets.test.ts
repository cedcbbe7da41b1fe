import { describe, expect, it } from 'vitest';
import { bundle, learnt, note } from '../../../tests/support/bundled.ts';
import { heldOutCorpus, piecesLeft, tunedCorpus } from '../../../tests/support/redaction/corpus.ts';
import { DEFAULT_CONTINUITY } from '../../../tests/support/some-continuity.ts';
import { insight, record } from '../../../tests/support/some-source.ts';
import { redact } from '../redact/redact.ts';
import type { BundleFacts } from './bundle-of.ts';
import { LISTS } from './selection.ts';

describe('D30: secrets in what is inherited', () => {
	const { secrets } = tunedCorpus();
	const innocent = [...tunedCorpus().innocent, ...heldOutCorpus().innocent];
	const roomy = {
		caps: { learnings: 9e3, patterns: 9e3, warnings: 9e3, decisions: 9e3, depth: 3 },
		budget: { ...DEFAULT_CONTINUITY.budget, bundleTokens: 9e6 },
	};

	it('S0-012, S0-037, S0-038, S0-072: nothing that holds one is in a list, nor the reason for it', () => {
		const insights = secrets.flatMap(({ text }, i) =>
			(['learning', 'pattern', 'warning', 'decision'] as const).map((kind) =>
				insight(
					`${kind}${i}`,
					i % 2 === 0 ? { kind, text } : { kind, text: `why ${i}`, why: text },
				),
			),
		);
		const made = bundle([record('a', { insights })], { continuity: roomy });
		expect(LISTS.flatMap((list) => made[list])).toEqual([]);
	});

	it('S0-012, S0-072: none is left in the progress, its end or the whole of it', () => {
		const left = (select: BundleFacts['select']) =>
			secrets.filter((planted) => {
				const source = record('a', { notes: [note('before'), note(planted.text)] });
				return piecesLeft(planted, bundle([source], { select }).progress_summary).length > 0;
			});
		expect([...left('all'), ...left(['progress'])].map(({ text }) => text)).toEqual([]);
	});

	it('S0-072: the words around a secret of the progress stay', () => {
		const key = `API_KEY=${'sk'}-1234567890abcdefghij1234`;
		const made = bundle([
			record('a', {
				notes: [note('before'), note(`set ${key} now`), note('after')],
				insights: learnt(key, 'Use httpOnly cookies'),
			}),
		]);
		expect(made.learnings).toEqual(['Use httpOnly cookies']);
		expect(made.progress_summary).toMatch(/^before\nset API_KEY=\[redacted:[\w-]+\] now\nafter$/);
	});

	it('S0-080: ordinary texts, hashes, ids and paths pass as they are', () => {
		const texts = [...new Set(innocent)].filter((text) => redact(text) === text);
		expect(texts.length / new Set(innocent).size).toBeGreaterThanOrEqual(0.99);
		const made = bundle([record('a', { insights: learnt(...texts) })], { continuity: roomy });
		const once = new Map(
			texts.map((text) => [text.trim().toLowerCase().replace(/\s+/g, ' '), text]),
		);
		expect(made.learnings.length).toBe(once.size);
		expect(texts).toEqual(expect.arrayContaining([...made.learnings]));
	});

	it.each([
		['S0-039, S0-081: nothing', ''],
		['S0-081: a single line', 'one line'],
		['S0-081: other scripts', 'Ключ в сейфе 🔑, 秘密はない'],
		['S0-080: a commit', 'see 9fceb02d0ae598e95dc970b74767f19372d61af8'],
		['S0-080: an id', 'run 3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
	])('%s', (_, text) => {
		expect(bundle([record('a', { notes: [note(text)] })]).progress_summary).toBe(text);
	});
});
