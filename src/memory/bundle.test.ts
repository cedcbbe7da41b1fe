import { describe, expect, it } from 'vitest';
import { bundle, learnt, note } from '../../tests/support/bundled.ts';
import { heldOutCorpus, piecesLeft, tunedCorpus } from '../../tests/support/redaction/corpus.ts';
import { DEFAULT_CONTINUITY } from '../../tests/support/some-continuity.ts';
import { sha256 } from '../../tests/support/some-session.ts';
import { hoursAgo, insight, record } from '../../tests/support/some-source.ts';
import { LISTS, type Selection } from '../config/selection.ts';
import { redact } from '../secrets/redact.ts';
import { type Bundle, type BundleFacts, bundleFileText } from './bundle.ts';

describe('what a session inherits', () => {
	it('of a complete session, every key of the inherited block', () => {
		const source = record('a', {
			...{ name: 'auth-v1', notes: [note('Implemented JWT auth')], ended_at: hoursAgo(24) },
			insights: [
				insight('l', { text: 'JWT refresh tokens need atomic rotation' }),
				insight('p', { kind: 'pattern', text: 'Middleware validates before the controller' }),
				insight('w', { kind: 'warning', text: 'session.ts:145 has tests' }),
				insight('d', { kind: 'decision', text: 'Chose JWT', why: 'needed stateless scaling' }),
			],
		});
		const { sha256: hash, ...made } = bundle([source]);
		expect(made).toEqual({
			version: '1',
			from_session: 'auth-v1',
			from_completed_at: hoursAgo(24),
			lineage: ['auth-v1'],
			learnings: ['JWT refresh tokens need atomic rotation'],
			patterns: ['Middleware validates before the controller'],
			warnings: ['session.ts:145 has tests'],
			decisions: ['Chose JWT - needed stateless scaling'],
			progress_summary: 'Implemented JWT auth',
			origins: Object.fromEntries(LISTS.map((list) => [list, [{ id: list[0], session: 'aaaaaaaa', confidence: 1 }]])),
			session: 'heir',
			from_uuid: source.uuid,
			inherited_at: hoursAgo(0),
			select: 'all',
			truncated: false,
		});
		expect(hash).toBe(sha256(JSON.stringify(made)));
	});

	it('of a session without learnings only its progress', () => {
		const made = bundle([record('a', { notes: [note('one'), note(' '), note('two')] })]);
		expect(LISTS.flatMap((list) => made[list])).toEqual([]);
		expect(made).toMatchObject({ progress_summary: 'one\ntwo', truncated: false });
	});

	it('of a large session the newest within the caps, in their order', () => {
		const insights = [
			...Array.from({ length: 40 }, (_, i) => insight(`new${i}`, { text: `new ${i}`, created_at: hoursAgo(1) })),
			...Array.from({ length: 120 }, (_, i) => insight(`old${i}`, { text: `old ${i}`, created_at: hoursAgo(200 - i) })),
			...(['pattern', 'warning', 'decision'] as const).flatMap((kind) =>
				Array.from({ length: 60 }, (_, i) => insight(`${kind}${i}`, { kind, text: `${kind} ${i}` })),
			),
		];
		const made = bundle([record('a', { insights })]);
		expect(LISTS.map((list) => made[list].length)).toEqual([30, 30, 100, 50]);
		expect(made.learnings.slice(0, 2)).toEqual(['new 0', 'new 1']);
		expect(made.learnings.slice(40, 42)).toEqual(['old 60', 'old 61']);
		expect(made.learnings.at(-1)).toBe('old 119');
		expect(made.truncated).toBe(true);
	});

	it('caps come after duplicates are gone', () => {
		const same = Array.from({ length: 150 }, (_, i) => insight(`s${i}`, { text: 'same' }));
		const made = bundle([record('a', { insights: [...same, ...learnt('other')] })]);
		expect(made).toMatchObject({ learnings: ['same', 'other'], truncated: false });
	});

	it('each text once, where it comes first, nearest session first', () => {
		const near = record('a', { insights: learnt('Only near', 'Rotate the  tokens') });
		const far = record('b', {
			insights: [
				insight('x', { text: ' rotate the\ttokens ', confidence: 0.2 }),
				insight('y', { text: 'Only far', confidence: 0.6 }),
				insight('z', { text: 'Disputed', confidence: 0.5 }),
			],
		});
		expect(bundle([near, far])).toMatchObject({
			learnings: ['Only near', 'Rotate the  tokens', 'Only far'],
			origins: {
				learnings: [
					{ session: 'aaaaaaaa', confidence: 1 },
					{ session: 'aaaaaaaa', confidence: 1 },
					{ session: 'bbbbbbbb', confidence: 0.6 },
				],
			},
		});
	});

	it('suppositions stay behind until somebody confirms them', () => {
		const insights = [
			insight('c', { text: 'maybe', source: 'prompt', confidence: 0.5 }),
			insight('k', { text: 'surely', source: 'prompt', confidence: 1 }),
			insight('e', { text: ' ' }),
		];
		expect(bundle([record('a', { insights })]).learnings).toEqual(['surely']);
	});

	it('the lineage is in the order of time, the source last', () => {
		const made = bundle([record('c', { name: 'third' }), record('b')], {
			ancestors: ['first', 'bbbbbbbb'],
		});
		expect(made.lineage).toEqual(['first', 'bbbbbbbb', 'third']);
	});

	const long = `${'é'.repeat(99)}${'x'.repeat(1_990)}`;
	it.each<[string, Selection, Partial<Bundle>]>([
		['all', 'all', { learnings: ['text'], progress_summary: long.slice(-2_000) }],
		['one list', ['learnings'], { learnings: ['text'], progress_summary: '' }],
		['two', ['warnings', 'patterns'], { warnings: ['text'], patterns: ['text'] }],
		['the whole progress', ['progress'], { progress_summary: long }],
	])('takes what is selected: %s', (_, select, expected) => {
		const kinds = ['learning', 'pattern', 'warning', 'decision'] as const;
		const insights = kinds.map((kind) => insight(kind, { kind, text: 'text' }));
		const made = bundle([record('a', { insights, notes: [note(long)] })], { select });
		const others = select === 'all' ? {} : { learnings: [], patterns: [], warnings: [], decisions: [] };
		const progress = select === 'all' || select.includes('progress') ? {} : { progress_summary: '' };
		expect(made).toMatchObject({ ...others, ...progress, ...expected, select });
	});

	it('the end of the progress divides no character', () => {
		const text = `${'🜁'.repeat(1_001)}x`;
		const made = bundle([record('a', { notes: [note(text)] })]);
		expect(made.progress_summary).toBe(`${'🜁'.repeat(999)}x`);
	});

	it('it is the source that tells its progress, its ancestors where it has none', () => {
		const [silent, told] = [record('a'), record('b', { notes: [note('from b')] })];
		expect(bundle([silent, told]).progress_summary).toBe('from b');
		const source = record('c', { notes: [note('from c')] });
		expect(bundle([source, told]).progress_summary).toBe('from c');
	});

	it('what it took over itself stays at home', () => {
		const [own, before] = [learnt('mine'), learnt('theirs')];
		const [near, far] = [record('a', { insights: own }), record('b', { insights: before })];
		const stored = structuredClone([near, far]);
		expect(bundle([near, far]).learnings).toEqual(['mine', 'theirs']);
		expect([near, far]).toEqual(stored);
	});
});

describe('when it was completed', () => {
	const [ended, active, started] = [hoursAgo(1), hoursAgo(2), hoursAgo(3)];
	it.each([
		['its end', { ended_at: ended }, ended],
		['its last activity', { ended_at: null }, active],
		['its start', { ended_at: null, last_activity: '?' }, started],
		['no time at all', { ended_at: '', last_activity: '?', started_at: '' }, ''],
	])('%s', (_, times, expected) => {
		const known = { ended_at: ended, last_activity: active, started_at: started };
		expect(bundle([record('a', { ...known, ...times })]).from_completed_at).toBe(expected);
	});
});

describe('D30: secrets in what is inherited', () => {
	const secrets = tunedCorpus().secrets.filter((planted) => piecesLeft(planted, redact(planted.text)).length === 0);
	const innocent = [...tunedCorpus().innocent, ...heldOutCorpus().innocent];
	const roomy = {
		caps: { learnings: 9e3, patterns: 9e3, warnings: 9e3, decisions: 9e3, depth: 3 },
		budget: { ...DEFAULT_CONTINUITY.budget, bundleTokens: 9e6 },
	};

	it('none is left in a list, nor in the reason for an item', () => {
		const kinds = ['learning', 'pattern', 'warning', 'decision'] as const;
		const left = secrets.filter((planted, index) => {
			const kind = kinds[index % kinds.length] ?? 'learning';
			const said = index % 3 === 0 ? { text: planted.text } : { text: 'it is so', why: planted.text };
			const made = bundle([record('a', { insights: [insight('i1', { kind, ...said })] })]);
			const [text = ''] = LISTS.flatMap((list) => made[list]);
			return text === '' || piecesLeft(planted, text).length > 0;
		});
		expect(left.map(({ text }) => text)).toEqual([]);
	});

	it('none is left in the progress, its end or the whole of it', () => {
		const left = secrets.filter((planted, index) => {
			const select: BundleFacts['select'] = index % 2 === 0 ? 'all' : ['progress'];
			const source = record('a', { notes: [note('before'), note(planted.text)] });
			return piecesLeft(planted, bundle([source], { select }).progress_summary).length > 0;
		});
		expect(left.map(({ text }) => text)).toEqual([]);
	});

	it('the words around a secret of the progress stay', () => {
		const key = `API_KEY=${'sk'}-1234567890abcdefghij1234`;
		const made = bundle([
			record('a', {
				notes: [note('before'), note(`set ${key} now`), note('after')],
				insights: learnt(key, 'Use httpOnly cookies'),
			}),
		]);
		expect(made.learnings).toEqual(['API_KEY=[redacted:value]', 'Use httpOnly cookies']);
		expect(made.progress_summary).toMatch(/^before\nset API_KEY=\[redacted:[\w-]+\] now\nafter$/);
	});

	it('ordinary texts, hashes, ids and paths pass as they are', () => {
		const texts = [...new Set(innocent)].filter((text) => redact(text) === text);
		expect(texts.length / new Set(innocent).size).toBeGreaterThanOrEqual(0.99);
		const made = bundle([record('a', { insights: learnt(...texts) })], { continuity: roomy });
		const once = new Map(texts.map((text) => [text.trim().toLowerCase().replace(/\s+/g, ' '), text]));
		expect(made.learnings.length).toBe(once.size);
		expect(texts).toEqual(expect.arrayContaining([...made.learnings]));
	});

	it.each([
		['nothing', ''],
		['a single line', 'one line'],
		['other scripts', 'Ключ в сейфе 🔑, 秘密はない'],
		['a commit', 'see 9fceb02d0ae598e95dc970b74767f19372d61af8'],
		['an id', 'run 3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
	])('%s', (_, text) => {
		expect(bundle([record('a', { notes: [note(text)] })]).progress_summary).toBe(text);
	});
});

describe('what finds no room', () => {
	const long = (kind: string) => `${kind} ${'y'.repeat(200)}`;
	const full = record('a', {
		insights: (['warning', 'decision', 'learning', 'pattern'] as const).flatMap((kind) =>
			Array.from({ length: 30 }, (_, i) =>
				insight(`${kind}${i}`, { kind, text: `${long(kind)} ${i}`, created_at: hoursAgo(99 - i) }),
			),
		),
		notes: [note('z'.repeat(9_000))],
	});
	const within = (tokens: number) => {
		const budget = { ...DEFAULT_CONTINUITY.budget, bundleTokens: tokens };
		const select = ['learnings', 'patterns', 'warnings', 'decisions', 'progress'] as const;
		const made = bundle([full], { select, continuity: { ...DEFAULT_CONTINUITY, budget } });
		expect(bundleFileText(made).length).toBeLessThanOrEqual(tokens * 4);
		return made;
	};
	const sizes = (tokens: number) => {
		const made = within(tokens);
		const [warnings, decisions, learnings, patterns] = LISTS.map((list) => made[list].length);
		return { progress: made.progress_summary.length, patterns, learnings, decisions, warnings };
	};

	it('nothing, where all finds room', () => {
		expect(within(12_000).truncated).toBe(false);
		expect(sizes(12_000)).toMatchObject({ progress: 9_000, patterns: 30 });
	});

	it.each<[number, (size: ReturnType<typeof sizes>) => boolean]>([
		[9_500, ({ progress, patterns }) => progress > 2_000 && progress < 9_000 && patterns === 30],
		[8_000, ({ progress, patterns }) => progress === 2_000 && (patterns ?? 0) < 30],
		[6_000, ({ patterns, learnings }) => patterns === 0 && (learnings ?? 0) < 30],
		[4_000, ({ learnings, decisions }) => learnings === 0 && (decisions ?? 0) < 30],
		[2_000, ({ decisions, warnings }) => decisions === 0 && (warnings ?? 0) < 30],
		[500, ({ warnings, progress }) => warnings === 0 && progress > 0 && progress < 2_000],
	])('within %d tokens, the least important first', (tokens, holds) => {
		const size = sizes(tokens);
		expect(holds(size), JSON.stringify(size)).toBe(true);
		expect(within(tokens).truncated).toBe(true);
	});

	it('of a list the oldest', () => {
		const { learnings } = within(5_000);
		expect(learnings.length).toBeLessThan(30);
		expect(learnings.at(-1)).toBe(`${long('learning')} 29`);
		expect(learnings[0]).toBe(`${long('learning')} ${30 - learnings.length}`);
	});
});
