import { expect, it } from 'vitest';
import { someInsight, someRecord } from '../../tests/support/some-record.ts';
import { knownLessons, type Lesson, lessonLines, lessonsOf } from './lesson.ts';

const OLD = '5e6f7a8b-0000-4000-8000-000000000002';

function learned(text: string, more: Partial<Lesson> = {}, uuid = OLD): Lesson {
	const [lesson] = lessonsOf(someRecord(uuid, { insights: [someInsight('i1', text)] }));
	if (lesson === undefined) throw new Error('no lesson');
	return { ...lesson, ...more };
}

const same = (text: string) => learned(text).same;

it('takes a lesson and its opposite for two', () => {
	expect(same('Sort imports of Login.ts!')).toBe(same('sort the imports of login.ts'));
	for (const [one = '', other = ''] of [
		['sort the imports of login.ts', 'do not sort the imports of login.ts'],
		['clear the cache before the deploy', 'clear the cache after the deploy'],
		['keep the cache on', 'keep the cache off'],
		['build with the flag', 'build without the flag'],
		['the answer can be cached', 'the answer cannot be cached'],
		['migrate before you deploy', 'deploy before you migrate'],
	])
		expect([one, same(one)]).not.toEqual([one, same(other)]);
});

it('the latest line of a lesson counts, and one that is gone ends it', () => {
	const [one, other] = [learned('tea is hot'), learned('rain is wet', { id: 's/i2' })];
	const tagged = { ...one, tags: ['cup'] };
	const { user } = one;
	expect(knownLessons([one, other, tagged], user).map(({ tags }) => tags)).toEqual([['cup'], []]);
	expect(knownLessons([one, { id: one.id, gone: true }], user)).toEqual([]);
	expect(knownLessons([one], 'kim')).toEqual([]);
});

it('lessons of the same words are one, with what each of them knows', () => {
	const one = learned('tea is hot', { tags: ['cup'], at: '2026-01-01T00:00:00.000Z' });
	const other = { ...one, id: 's/i2', tags: ['mug'], at: '2026-01-02T00:00:00.000Z' };
	expect(knownLessons([one, other], one.user)).toMatchObject([
		{ id: 's/i2', sources: ['s/i2', one.id], tags: ['mug', 'cup'] },
	]);
});

it('a line of another program costs itself only', () => {
	const one = learned('tea is hot');
	const foreign = [null, 5, 'x', {}, { id: 5 }, { id: 'a' }, { ...one, id: 'b', kind: 'toString' }];
	expect(knownLessons([...foreign, one], one.user)).toHaveLength(1);
});

it('a session says what it knows now, and what it no longer knows', () => {
	const insights = [someInsight('i1', 'tea is hot'), someInsight('i2', 'rain is wet')];
	const before = someRecord(OLD, { insights });
	const lines = lessonLines(before, someRecord(OLD, { insights: insights.slice(1) }));
	expect(lines.map((line) => JSON.parse(line))).toMatchObject([
		{ text: 'rain is wet' },
		{ id: '5e6f7a8b/i1', gone: true },
	]);
});
