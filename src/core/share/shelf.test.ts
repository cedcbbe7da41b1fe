import { describe, expect, it } from 'vitest';
import {
	gonePath,
	lessonPath,
	lessonText,
	type Shelf,
	sharedId,
	sharedIn,
	together,
} from './shelf.ts';

const sha256 = (text: string) =>
	[...text]
		.reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) >>> 0, 7)
		.toString(16)
		.padStart(64, '0');
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
