import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confidenceAfter, knownLessons } from './lesson.ts';
import { foldNotes, type NoteLine, noteId } from './notes.ts';

/** A line that says something as Ana's session did. */
function said(text: string, more: Partial<NoteLine> = {}): NoteLine {
	return {
		...{
			at: '2026-01-01T00:00:00.000Z',
			op: 'note',
			id: noteId({ kind: 'warning', text, branch: '' }),
			text,
		},
		...{ kind: 'warning', source: 'agent', branch: 'main', user: 'ana', ...more },
	};
}

function lessons(lines: readonly object[], user = 'ana') {
	return knownLessons(foldNotes(lines), user);
}

it.each<[string, Partial<NoteLine>]>([
	['a pin', { kind: 'pin', label: 'x' }],
	['a next step', { kind: 'next' }],
	['what is hardly certain', { confidence: 0.2 }],
	['a client inside another one', { nested: true }],
])('is not made of %s (D11)', (_, more) => {
	expect(lessons([said('tea is hot', more)])).toEqual([]);
});

it('is a blocker until it ends', () => {
	const blocker = said('no key', { kind: 'blocker', label: 'access' });
	const end = { at: '2026-01-02T00:00:00.000Z', op: 'resolve', id: blocker.id, how: 'done' };
	expect([lessons([blocker]).length, lessons([blocker, end]).length]).toEqual([1, 0]);
});

it('is of its user alone', () => {
	expect([lessons([said('x')], 'ana').length, lessons([said('x')], 'kim').length]).toEqual([1, 0]);
});

it('knows the files that its text names from those beside which it was learned', () => {
	const files = ['src/login.ts', 'src/other.ts'];
	expect(lessons([said('login.ts needs a lock', { files })])).toMatchObject([
		{ files: ['src/login.ts'], near: ['src/other.ts'] },
	]);
});

const score = fc.double({ min: 0, max: 1, noNaN: true });
const anInsight = fc.record({
	source: fc.constantFrom('prompt', 'user', 'agent'),
	confidence: score,
});

describe('how sure an insight is', () => {
	it.each<[source: string, before: number, then: [up: number, down: number]]>([
		['user', 1, [1, 0.5]],
		['agent', 0.8, [0.9, 0.4]],
		['user', 0.95, [1, 0.475]],
		['user', 0.1, [0.6, 0.05]],
		['prompt', 0.5, [1, 0.25]],
		['prompt', 0.25, [1, 0.125]],
	])('of %s at %d: %j when confirmed and when disputed', (source, confidence, then) => {
		const one = { source, confidence };
		expect([confidenceAfter('confirm', one), confidenceAfter('dispute', one)]).toEqual(then);
	});

	it('stays between 0 and 1; a word for it never lowers, one against it never raises', () => {
		fc.assert(
			fc.property(anInsight, (one) => {
				const [up, down] = [confidenceAfter('confirm', one), confidenceAfter('dispute', one)];
				expect([up, down].every((value) => value >= 0 && value <= 1)).toBe(true);
				expect(up).toBeGreaterThanOrEqual(one.confidence - 1e-6);
				expect(down).toBeLessThanOrEqual(one.confidence + 1e-6);
			}),
		);
	});
});
