import { describe, expect, it } from 'vitest';
import {
	gonePath,
	lessonPath,
	lessonText,
	type Shelf,
	sharedId,
	sharedIn,
	tagsPath,
	tagsText,
	together,
} from './shelf.ts';

const sha256 = (text: string) =>
	[...text]
		.reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) >>> 0, 7)
		.toString(16)
		.padEnd(64, '0');
const reading = {
	sha256,
	parse: (text: string): unknown => {
		try {
			return JSON.parse(text);
		} catch {
			return undefined;
		}
	},
};
const lesson = (text: string, more: object = {}) => ({
	kind: 'warning' as const,
	text,
	at: '2026-01-01',
	files: [],
	...more,
});
const on = (text: string, more: object = {}): [string, string] => [
	lessonPath(sharedId(lesson(text), sha256)),
	lessonText(lesson(text, more)),
];
const gone = (text: string): [string, string] => [
	gonePath(sharedId(lesson(text), sha256)),
	'{"v":1}\n',
];
const told = (...shelves: readonly Shelf[]) =>
	sharedIn(new Map(shelves.map((shelf, at) => [`w${at}`, shelf])), reading).map((one) => [
		one.lesson.text,
		one.writers.length,
	]);

describe('shelves', () => {
	it('hold each lesson once, with all that share it', () => {
		expect(told(new Map([on('a'), on('b')]), new Map([on('a')]))).toEqual([
			['a', 2],
			['b', 1],
		]);
	});

	it('name the writer first whose words are told: nobody is given the reason of another', () => {
		const shelves = new Map([
			['w0', new Map([on('a', { why: 'z' })])],
			['w1', new Map([on('a', { why: 'a' })])],
		]);
		const [{ lesson: told, writers } = { lesson: { why: '' }, writers: [] }] = sharedIn(
			shelves,
			reading,
		);
		expect([told.why, writers]).toEqual(['a', ['w1', 'w0']]);
	});

	it('lose what its own writer takes back, and nothing that another one shares', () => {
		expect(told(new Map([on('a'), gone('a')]), new Map([on('b'), gone('c')]))).toEqual([['b', 1]]);
		expect(told(new Map([on('a'), gone('a')]), new Map([on('a')]))).toEqual([['a', 1]]);
	});

	it('leave out what anybody may have written', () => {
		const [path] = on('a');
		const bad: Shelf = new Map([
			[path, lessonText(lesson('another text'))],
			['lessons/x.json', lessonText(lesson('b'))],
			[on('c')[0], 'no json'],
			[on('d')[0], '[]'],
			on('e', { files: ['../../etc/passwd'] }),
			on('f', { at: 'yesterday' }),
			on('g', { at: '1 January 2999' }),
			on('h', { at: '2026-01-01 (now)' }),
			on('i', { at: '+052026-01-01' }),
			on('x'.repeat(1_001)),
		]);
		expect(told(bad)).toEqual([]);
	});

	it('hold the tags that a lesson was given later, of all that share it and have not taken it back', () => {
		const id = sharedId(lesson('a'), sha256);
		const tags = (...list: readonly string[]): [string, string] => [
			tagsPath(id, list, sha256),
			tagsText(list),
		];
		const found = (...shelves: readonly Shelf[]) =>
			sharedIn(new Map(shelves.map((shelf, at) => [`w${at}`, shelf])), reading).map(
				({ lesson: { tags: all } }) => all,
			);
		const one = new Map([on('a', { tags: ['x'] }), tags('y', 'X'), tags('z')]);
		expect(found(one)).toEqual([['X', 'y', 'z']]);
		expect(found(one, new Map([on('a'), tags('q')]))).toEqual([['X', 'q', 'y', 'z']]);
		expect(found(one, new Map([on('a'), tags('q'), gone('a')]))).toEqual([['X', 'y', 'z']]);
		expect(found(new Map([tags('y')]))).toEqual([]);
		const bad = [`tags/${id}-x.json`, `tags/${id}-${'0'.repeat(16)}.json`] as const;
		const broken = new Map([on('a'), [bad[0], '{}'], [bad[1], '{"v":1,"tags":[1]}']] as const);
		expect(found(broken)).toEqual([undefined]);
		const long = new Map([on('a'), ...'ghijkl'.split('').map((one) => tags(one.repeat(300)))]);
		expect(found(long)[0]?.join()).toHaveLength(902);
		const crowded = new Map([on('a', { tags: ['umlauts'] }), tags(`!${'x'.repeat(998)}`)]);
		expect(found(crowded)).toEqual([['umlauts']]);
	});

	it('are the same in whatever order they come together', () => {
		const shelves = [
			new Map([on('a'), on('b', { why: 'x' })]),
			new Map([on('b', { why: 'y' })]),
			new Map([on('a'), gone('a')]),
		];
		const all = (order: readonly number[]) =>
			[
				...order.reduce<Shelf>((sum, at) => together(sum, shelves[at] ?? new Map()), new Map()),
			].sort();
		for (const order of [
			[0, 2, 1],
			[1, 0, 2],
			[2, 1, 0],
			[2, 2, 1, 0, 1],
		])
			expect(all(order)).toEqual(all([0, 1, 2]));
	});
});
