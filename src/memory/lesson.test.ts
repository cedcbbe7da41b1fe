import { expect, it } from 'vitest';
import { knownLessons, lessonOf } from './lesson.ts';
import { foldNotes, insightId, type Note, type SaidLine } from './notes.ts';

/** A line that says something as Ana's session did. */
function said(text: string, more: Partial<SaidLine> = {}): SaidLine {
	return {
		...{ at: '2026-01-01T00:00:00.000Z', op: 'note', id: insightId('warning', text), text },
		...{ kind: 'warning', source: 'agent', branch: 'main', user: 'ana', ...more },
	};
}

function lessons(lines: readonly object[], user = 'ana') {
	return knownLessons(foldNotes(lines), user);
}

function noteOf(text: string, more: Partial<SaidLine> = {}): Note {
	const [note] = foldNotes([said(text, more)]).all;
	if (note === undefined) throw new Error('no note');
	return note;
}

const same = (text: string) => lessonOf(noteOf(text))?.same;

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

it.each<[string, Partial<SaidLine>]>([
	['a pin', { kind: 'pin', label: 'x' }],
	['a next step', { kind: 'next' }],
	['what is hardly certain', { confidence: 0.2 }],
	['a client inside another one', { nested: true }],
])('is not made of %s (D11)', (_, more) => {
	expect(lessonOf(noteOf('tea is hot', more))).toBeUndefined();
});

it('is a blocker until it ends', () => {
	const blocker = said('no key', { kind: 'blocker', label: 'access' });
	const end = { at: '2026-01-02T00:00:00.000Z', op: 'resolve', id: blocker.id, how: 'done' };
	expect([lessons([blocker]).length, lessons([blocker, end]).length]).toEqual([1, 0]);
});

it('is of its user alone', () => {
	expect([lessons([said('x')], 'ana').length, lessons([said('x')], 'kim').length]).toEqual([1, 0]);
});

it('of the same words is one, with what each of them knows', () => {
	const one = said('tea is hot', { tags: ['cup'] });
	const other = said('The tea is hot!', { at: '2026-01-02T00:00:00.000Z', tags: ['mug'] });
	expect(lessons([one, other])).toMatchObject([
		{ id: other.id, sources: [{ id: other.id }, { id: one.id }], tags: ['mug', 'cup'] },
	]);
});

it('knows the files that its text names from those beside which it was learned', () => {
	const files = ['src/login.ts', 'src/other.ts'];
	expect(lessonOf(noteOf('login.ts needs a lock', { files }))).toMatchObject({
		files: ['src/login.ts'],
		near: ['src/other.ts'],
	});
});
