import { describe, expect, it } from 'vitest';
import { foldNotes, type NoteLine, noteId } from './notes.ts';

const at = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`;

/** A line that says something, at a second. */
function said(second: number, text: string, more: Partial<NoteLine> = {}): NoteLine {
	return {
		...{
			at: at(second),
			op: 'note',
			id: noteId({ kind: 'learning', text, branch: '' }),
			kind: 'learning',
			text,
		},
		...{ source: 'agent', branch: 'main', user: 'ana', session: 's1', ...more },
	};
}

const tea = said(1, 'tea is hot');

describe('what the lines of a note leave of it', () => {
	it('is what the last one says', () => {
		const later = said(2, 'tea is hot', { session: 's2', tags: ['cup'] });
		const { all } = foldNotes([later, tea]);
		expect(all).toMatchObject([{ session: 's2', tags: ['cup'], confidence: 1 }]);
	});

	it.each([
		['dispute', { confidence: 0.3, old: 1 }, { confidence: 0.3 }],
		['supersede', { by: 'i2' }, { confidence: 0, supersededBy: 'i2' }],
		['resolve', { how: 'done' }, { ended: 'done', endedAt: at(2) }],
		['resolve', {}, { ended: 'removed' }],
	])('after %s %j', (op, more, expected) => {
		expect(foldNotes([tea, { at: at(2), op, id: tea.id, ...more }]).all).toMatchObject([expected]);
	});

	it('holds whatever order the lines have in the file', () => {
		const end = { at: at(2), op: 'resolve', id: tea.id };
		expect(foldNotes([end, tea]).all).toMatchObject([{ ended: 'removed' }]);
	});

	it('begins anew where it is said again', () => {
		const end = { at: at(2), op: 'resolve', id: tea.id };
		expect(foldNotes([tea, end, said(3, 'tea is hot')]).all[0]?.ended).toBeUndefined();
	});

	it('is not what a torn, a foreign or a newer line says', () => {
		const foreign = [null, 5, 'x', [], {}, { ...tea, op: 'shout' }, { ...tea, kind: 'toString' }];
		expect(foldNotes([...foreign, tea, { ...tea, at: 5 }]).all).toHaveLength(1);
	});
});

it('the team’s lines come first: what is said here of them counts, whenever', () => {
	const team = said(9, 'rain is wet', { user: 'kim' });
	const { all } = foldNotes([{ at: at(1), op: 'dispute', id: team.id, confidence: 0.1 }], [team]);
	expect(all).toMatchObject([{ isTeams: true, confidence: 0.1 }]);
});

it('a pin is known by its branch and label, another note by its words', () => {
	const pin = { kind: 'pin', label: 'x', text: 'one', branch: 'main' } as const;
	expect(noteId(pin)).toBe(noteId({ ...pin, text: 'two' }));
	expect(noteId(pin)).not.toBe(noteId({ ...pin, branch: 'other' }));
	const next = { kind: 'next', label: undefined, text: 'one', branch: 'main' } as const;
	expect(noteId(next)).not.toBe(noteId({ ...next, text: 'two' }));
});

it('two lessons that a short hash takes for one keep ids of their own', () => {
	const texts = ['lesson 129599', 'lesson 732382'];
	const ids = texts.map((text) => noteId({ kind: 'learning', text, branch: '' }));
	expect(ids[0]).not.toBe(ids[1]);
});
