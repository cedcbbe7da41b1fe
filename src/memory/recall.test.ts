import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { someLesson as lesson } from '../../tests/support/some-lesson.ts';
import type { KnownLesson } from './lesson.ts';
import { findForFailure, findForFile, findForPrompt } from './recall.ts';
import { splitChunk } from './terms.ts';

const learning = (text: string, more: Partial<KnownLesson> = {}) => lesson(text, { kind: 'learning', ...more });

/** What a session is shown that was shown nothing yet. */
function told(lessons: readonly KnownLesson[], prompt: string) {
	return findForPrompt(prompt, lessons)
		.filter(({ isSure }, index) => isSure || index === 0)
		.map((one) => one.lesson.text);
}

type Labelled = readonly ['warning' | 'decision' | 'pattern' | 'learning', string, string, string, string, string?];

/** What of each set is found by other words with the tags that a model gives, in percent (ADR 23). */
const OTHER_WORDS: Readonly<Record<string, number>> = {
	tuned: 70,
	kept: 80,
	third: 70,
	fifth: 85,
};

const read = (name: string) => parse(readFileSync(`tests/recall/${name}.yaml`, 'utf8'));
const halves: Readonly<Record<string, readonly Labelled[]>> = {
	tuned: read('tuned'),
	kept: read('kept'),
	third: read('third'),
	fifth: read('fifth'),
};
const tags: Readonly<Record<string, readonly string[]>> = read('tags');
const unrelated: Readonly<Record<string, readonly string[]>> = read('unrelated');

const THINGS = 'antenna telescope glacier orchid violin bicycle volcano beehive shader satellite';
const FATES =
	'needs calibration before each season|overheats above forty degrees|was replaced by a cheaper one|' +
	'must be greased with lithium|loses precision when tilted|is measured twice and averaged|' +
	'was painted green|collapses under heavy snow|answers only to whistles';
const WHERE =
	'in the hall|beside the river|on weekdays|for visitors|in spring|at night|near the tower|' +
	'after lunch|by default|on the roof';

/** Lessons of other subjects. */
const FILLER = THINGS.split(' ').flatMap((thing) =>
	FATES.split('|').flatMap((fate) => WHERE.split('|').map((where) => `The ${thing} ${fate} ${where}`)),
);

/** In percent: how many lessons their prompt of each kind brings. */
function figures(half: string, known: readonly KnownLesson[]) {
	const set = halves[half] ?? [];
	const asked = ([2, 3, 4] as const).map((kind) => {
		const answers = set.map((one) => ({ text: one[1], found: told(known, one[kind]) }));
		const brought = answers.filter(({ text, found }) => found.includes(text));
		const others = answers.flatMap(({ text, found }) => found.filter((other) => other !== text));
		return {
			brought: Math.round((100 * brought.length) / set.length),
			others: others.length / set.length,
		};
	});
	const [literal = 0, inflected = 0, otherWords = 0] = asked.map(({ brought }) => brought);
	const prompts = (unrelated[half] ?? []).map((prompt) => told(known, prompt).length);
	return {
		...{ literal, inflected, otherWords },
		othersTold: Math.max(...asked.map(({ others }) => others)),
		unrelated: prompts.reduce((sum, one) => sum + one, 0) / prompts.length,
		mostUnrelated: Math.max(...prompts),
	};
}

describe.each(['tuned', 'kept', 'third', 'fifth'])('the %s set of the labelled lessons', (half) => {
	// The fifth set is of other teams than the unrelated prompts of the others, and has some of its own.
	const sets = half === 'fifth' ? ['fifth'] : ['tuned', 'kept', 'third'];
	const texts = sets.flatMap((set) => (halves[set] ?? []).map(([, text]) => text));
	const notedAt = sets.flatMap((set) => (halves[set] ?? []).map(([, , , , , file = '']) => file));
	const said = sets.flatMap((set) => tags[set] ?? []);

	it.each([
		['without tags', false],
		['with tags', true],
	] as const)('%s, among its own and 900 others', (_how, withTags) => {
		expect(said).toHaveLength(texts.length);
		const own = texts.map((text, index) =>
			learning(text, {
				tags: withTags ? (said[index] ?? '').split(', ') : [],
				near: [notedAt[index] ?? ''],
			}),
		);
		const known = [...own, ...FILLER.map((text) => learning(text))];
		const reached = figures(half, known);
		expect(reached.literal).toBeGreaterThanOrEqual(95);
		expect(reached.inflected).toBeGreaterThanOrEqual(95);
		// Without tags a prompt finds what it shares words with.
		const least = withTags ? (OTHER_WORDS[half] ?? 100) : 0;
		expect(reached.otherWords).toBeGreaterThanOrEqual(least);
		expect(reached.othersTold).toBeLessThanOrEqual(1);
		expect(reached.unrelated).toBeLessThanOrEqual(withTags ? 0.3 : 0.25);
		expect(reached.mostUnrelated).toBeLessThanOrEqual(1);
		// The lessons of three sets are in one file: once is enough.
		if (!withTags || (half !== 'tuned' && half !== 'fifth')) return;
		const later = [...(unrelated['later'] ?? []), ...(unrelated['fourth'] ?? [])];
		expect(later).toHaveLength(50);
		for (const prompt of later) expect(told(known, prompt).length).toBeLessThanOrEqual(1);
	});
});

const CART = [
	'The unit of the cart total is the minor one: cents',
	'The cart total is rounded once, by roundTotal, and the unit tests pin it',
	'Coupons change the cart total after its unit was converted',
	'The unit price of a cart line is not its total',
].map((text) => learning(text));
const ASKED = 'what is the unit of the cart total?';

describe('the lessons about a prompt', () => {
	it('are those of its file, its identifier and its error code', () => {
		const known = ['Edit src/auth/session.ts with care', 'keepCookie() lies', 'SQLITE_BUSY means retry'].map((text) =>
			learning(text),
		);
		expect(told(known, 'Look into session.ts')).toEqual([known[0]?.text]);
		expect(told(known, 'What does keepCookie do?')).toEqual([known[1]?.text]);
		expect(told(known, 'It says SQLITE_BUSY')).toEqual([known[2]?.text]);
	});

	it('day 23: are all that have exactly its words', () => {
		expect(told(CART, ASKED)).toContain(CART[0]?.text);
		const others = Array.from({ length: 9 }, (_, n) => learning(`Cart ${n} has its total of units`));
		expect(told([...others, ...CART], ASKED)).toContain(CART[0]?.text);
	});

	it('count a name and its parts once', () => {
		const known = ['An email goes to each client by the mail queue', 'TypeScript scripts have types'];
		const prompt = 'Write an e-mail about the delay of the train to the office';
		expect(
			told(
				known.map((text) => learning(text)),
				prompt,
			),
		).toEqual([]);
	});

	it('put a warning before what fits as well', () => {
		const texts = ['seed the orders table once', 'seed the orders table never'];
		const known = [learning(texts[0] ?? ''), lesson(texts[1] ?? '')];
		expect(told(known, 'Seed the orders table')).toEqual(texts.toReversed());
	});
});

it('a failure brings first what was noted before the same one succeeded, the newest first', () => {
	const old = learning('start the database', { mends: ['f1'] });
	const newer = learning('make up', { mends: ['f1'], at: '2026-01-02T00:00:00.000Z' });
	const about = learning('ECONNREFUSED on 5432: is postgres up?');
	const failure = { line: 'connect ECONNREFUSED 127.0.0.1:5432', same: 'f1' };
	const found = findForFailure(failure, [about, old, newer, CART[0] ?? old]);
	expect(found.map((one) => one.lesson)).toEqual([newer, old, about]);
	expect(findForFailure({ ...failure, same: undefined }, [old])).toEqual([]);
});

const FILE = 'src/auth/login.ts';

function toldAt(path: string, ...lessons: readonly KnownLesson[]): string[] {
	return findForFile(path, lessons).map((one) => one.lesson.text);
}

const kebab = (name: string) => splitChunk(name).join('-');

const OTHERS = Array.from({ length: 40 }, (_, n) => lesson(`the lamp ${n} in hall ${n} hums`));

describe('the lessons about src/auth/login.ts', () => {
	it.each([
		'src/auth/login.ts must stay free of async code',
		'Never sort the imports of src/auth/login.ts.',
		'keep the cookie check (src/auth/login.ts) first',
		'`login.ts` is loaded before the config is',
		'Login.ts: the order of exports matters',
		'everything in src/auth/ is reviewed by security',
		'src/auth must not import src/db',
		'on Windows src\\auth\\login.ts is read twice',
		'do not touch login.ts, ask Kim',
		'the rate limit lives in "src/auth/login.ts"',
		'see ./src/auth/login.ts: it is loaded first',
		'/home/ana/app/src/auth/login.ts is loaded first',
		'src/auth/** is reviewed by security',
	])('%s', (text) => {
		expect(toldAt(FILE, ...OTHERS, lesson(text))).toEqual([text]);
	});

	it.each([
		'src/other/login.ts must stay free of async code',
		'src/auth/login.tsx is generated',
		'src/auth/login.ts.snap is generated',
		'src/authors is generated',
		'lib/src/auth/login.ts is a copy',
		'the login is slow',
		'src is where the code is',
		'relogin.ts is dead',
		'/home/ana/app/other/login.ts is dead',
		'src/auth/logout/ is reviewed by security',
	])('are not: %s', (text) => {
		expect(toldAt(FILE, ...OTHERS, lesson(text))).toEqual([]);
	});

	it('come from why it was decided, from the files that its session worked on, and from the time of an edit', () => {
		expect(toldAt(FILE, lesson('no async here', { why: 'login.ts is loaded first' }))).toHaveLength(1);
		expect(toldAt(FILE, lesson('no async here', { files: [FILE] }))).toHaveLength(1);
		expect(toldAt(FILE, lesson('no async here', { near: [FILE] }))).toHaveLength(1);
		expect(toldAt(FILE, lesson('login.ts is odd', { files: ['src/other/login.ts'] }))).toEqual([]);
	});

	it('are warnings and decisions, and what was learned about the very file', () => {
		const learned = (text: string, more = {}) => lesson(text, { kind: 'learning', ...more });
		expect(toldAt(FILE, learned('login.ts parses cookies'))).toHaveLength(1);
		expect(toldAt(FILE, learned('src/auth/ holds nine files'))).toEqual([]);
		expect(toldAt(FILE, learned('tea is ready', { near: [FILE] }))).toEqual([]);
	});

	it('come the surest first: a warning about the file before what was learned about it', () => {
		const near = lesson('mind the cookie', { near: [FILE] });
		const learned = lesson('login.ts parses cookies', { kind: 'learning' });
		const warned = lesson('never sort login.ts');
		const decided = lesson('src/auth/login.ts stays one file', { kind: 'decision' });
		expect(toldAt(FILE, near, learned, decided, warned, ...OTHERS)).toEqual([
			warned.text,
			decided.text,
			learned.text,
			near.text,
		]);
	});
});

it('knows a file at the root, and one without an ending by its folder and path alone', () => {
	const text = 'package.json is sorted by hand';
	expect(toldAt('package.json', lesson(text))).toEqual([text]);
	expect(toldAt('web/package.json', lesson(text))).toEqual([text]);
	expect(toldAt('docs/guide/README', lesson('write a README'))).toEqual([]);
	expect(toldAt('docs/guide/README', lesson('docs/guide is translated'))).toHaveLength(1);
});

it.each(['src/[id]/page.tsx', '.github/workflows/ci.yml'])('knows %s by its path', (path) => {
	expect(toldAt(path, lesson(`${path} is made by hand`))).toHaveLength(1);
});

it('takes a path of thousands of folders, and a text of slashes', () => {
	const text = 'src/auth '.repeat(130);
	expect(toldAt(`${'a/'.repeat(5_000)}x.ts`, lesson(text), lesson('/'.repeat(1_200)))).toEqual([]);
});

describe('an identifier that a file is called after', () => {
	const texts = [
		'RouteOptimizer caches by day',
		'parse_week wants a Monday',
		'call TripSplitter.split twice, not TripSplitter.py',
		'src/old/DeadCode.ts is gone, sign-in fails, server and routes',
	].map((text) => lesson(text));

	it.each([
		['src/RouteOptimizer.ts', 0],
		['src/route-optimizer.ts', 0],
		['lib/route_optimizer.py', 0],
		['parse_week.py', 1],
		['src/trips/TripSplitter.ts', 2],
	])('brings the lesson with %s', (path, index) => {
		expect(toldAt(path, ...texts)).toEqual([texts[index]?.text]);
	});

	it.each([
		...['src/DeadCode.ts', 'src/sign-in.ts', 'src/server.ts', 'Route.ts'],
		...['TripSplitter.test.ts', 'src/routes.ts', 'RouteOptimizers.ts'],
	])('brings none with %s', (path) => {
		expect(toldAt(path, ...texts)).toEqual([]);
	});

	it.each(['TripSplitter.max is in minutes', 'TripSplitter is the port of TripSplitter.py'])(
		'is found by what belongs to it: %s',
		(text) => {
			expect(toldAt('src/trip-splitter.ts', lesson(text))).toHaveLength(1);
		},
	);
});

it('the labelled lessons that name an identifier are told at the file that is called after it: 95 % at least', () => {
	const sets = ['tuned', 'kept', 'third', 'fifth'].flatMap(
		(name) => parse(readFileSync(`tests/recall/${name}.yaml`, 'utf8')) as readonly string[][],
	);
	const pairs = sets.flatMap(([, text = '']) =>
		(text.match(/(?<![\w/@-])\w+(?![\w/@-])/g) ?? [])
			.filter((name) => /^(?:[a-z]+[A-Z]|[A-Z][a-z]+[A-Z]|\w+_)\w+$/.test(name))
			.map((name) => ({ text, path: `src/app/${kebab(name)}.ts` })),
	);
	const found = pairs.filter(({ text, path }) => toldAt(path, ...OTHERS, lesson(text)).length > 0);
	expect(pairs.length).toBeGreaterThan(60);
	expect(found.length / pairs.length).toBeGreaterThanOrEqual(0.95);
});
