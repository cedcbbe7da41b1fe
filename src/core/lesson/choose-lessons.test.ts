import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { someInsight, someRecord } from '../../../tests/support/some-record.ts';
import { chooseLessons } from './choose-lessons.ts';
import { LESSONS_HEADER, lessonsOf, lineOf } from './lesson.ts';

type Labelled = readonly [
	'warning' | 'decision' | 'pattern' | 'learning',
	string,
	string,
	string,
	string,
	string?,
];

/** What of each set is found by other words with the tags that a model gives, in percent (ADR 23). */
const OTHER_WORDS: Readonly<Record<string, number>> = {
	tuned: 65,
	kept: 75,
	third: 70,
	fifth: 80,
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
	FATES.split('|').flatMap((fate) =>
		WHERE.split('|').map((where) => `The ${thing} ${fate} ${where}`),
	),
);

function fileOf(texts: readonly string[], tagged: ReadonlyMap<string, string> = new Map()): string {
	const lines = texts.map((text, index) =>
		lineOf({
			...{ id: `s${index}/i0`, same: text, kind: 'learning', text, why: undefined },
			tags: tagged.get(text)?.split(', '),
			...{
				at: '2026-01-01T00:00:00.000Z',
				branch: 'main',
				user: 'ana',
				files: [],
				near: [],
				mends: [],
			},
		}),
	);
	return `${LESSONS_HEADER}${lines.join('')}`;
}

function told(file: string, prompt: string): string[] {
	return chooseLessons(file, prompt, { parse: JSON.parse, user: 'ana' }).map(
		({ lesson }) => lesson.text,
	);
}

/** In percent: how many lessons their prompt of each kind brings. */
function figures(half: string, file: string) {
	const set = halves[half] ?? [];
	const asked = ([2, 3, 4] as const).map((kind) => {
		const answers = set.map((one) => ({ text: one[1], found: told(file, one[kind]) }));
		const brought = answers.filter(({ text, found }) => found.includes(text));
		const others = answers.flatMap(({ text, found }) => found.filter((other) => other !== text));
		return {
			brought: Math.round((100 * brought.length) / set.length),
			others: others.length / set.length,
		};
	});
	const [literal = 0, inflected = 0, otherWords = 0] = asked.map(({ brought }) => brought);
	const prompts = (unrelated[half] ?? []).map((prompt) => told(file, prompt).length);
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
	const said = sets.flatMap((set) => tags[set] ?? []);

	it.each([
		['without tags', false],
		['with tags', true],
	] as const)('%s, among its own and 900 others', (_how, withTags) => {
		expect(said).toHaveLength(texts.length);
		const tagged = new Map(texts.map((text, index) => [text, said[index] ?? '']));
		const file = fileOf([...texts, ...FILLER], withTags ? tagged : undefined);
		const reached = figures(half, file);
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
		for (const prompt of later) expect(told(file, prompt).length).toBeLessThanOrEqual(1);
	});
});

it('a lesson is known by its file, its identifier and its error code', () => {
	const file = fileOf([
		'Edit src/auth/session.ts with care',
		'keepCookie() lies',
		'SQLITE_BUSY means retry',
	]);
	expect(told(file, 'Look into session.ts')).toHaveLength(1);
	expect(told(file, 'What does keepCookie do?')).toHaveLength(1);
	expect(told(file, 'It says SQLITE_BUSY')).toHaveLength(1);
});

it('a lesson that was said again makes none of its words a frequent one', () => {
	const texts = (halves['kept'] ?? []).map(([, text]) => text);
	const once = fileOf(texts);
	const again = once + once.slice(LESSONS_HEADER.length);
	for (const [, text, literal, , other] of halves['kept'] ?? []) {
		expect([text, told(again, literal)]).toEqual([text, told(once, literal)]);
		expect([text, told(again, other)]).toEqual([text, told(once, other)]);
	}
});

it.each([
	['was forgotten', (line: string) => `{"terms":"","id":${idOf(line)},"same":"x","gone":true}\n`],
	[
		'is found by other words now',
		(line: string) => line.replace(/"terms":"[^"]*"/, '"terms":"other"'),
	],
])('a lesson that %s makes no word a frequent one, and takes no place', (_, later) => {
	const OLD = Array.from({ length: 130 }, (_one, n) => `Fix the seed script, step ${n}`);
	const LIVE = 'The seed script of the payroll empties the table';
	const [header = '', ...lines] = fileOf([...OLD, LIVE]).split(/(?<=\n)/);
	const file = [header, ...lines, ...lines.slice(0, OLD.length).map(later)].join('');
	expect(told(file, 'Run the seed script')).toEqual([LIVE]);
});

function idOf(line: string): string {
	return JSON.stringify(JSON.parse(line).id);
}

it('a name and its parts count once', () => {
	const file = fileOf([
		'An email goes to each client by the mail queue',
		'TypeScript scripts have types',
	]);
	expect(told(file, 'Write an e-mail about the delay of the train to the office')).toEqual([]);
});

it('takes a lesson and its opposite for two', () => {
	const lesson = (text: string) =>
		lessonsOf(
			someRecord('5e6f7a8b-0000-4000-8000-000000000002', { insights: [someInsight('i1', text)] }),
		)[0]?.same;
	const same = lesson('sort the imports of login.ts');
	expect(lesson('Sort imports of Login.ts')).toBe(same);
	expect(lesson('do not sort the imports of login.ts')).not.toBe(same);
	for (const [one = '', other = ''] of [
		['clear the cache before the deploy', 'clear the cache after the deploy'],
		['keep the cache on', 'keep the cache off'],
		['build with the flag', 'build without the flag'],
		['the answer can be cached', 'the answer cannot be cached'],
		['migrate before you deploy', 'deploy before you migrate'],
	])
		expect([one, lesson(one)]).not.toEqual([one, lesson(other)]);
});
