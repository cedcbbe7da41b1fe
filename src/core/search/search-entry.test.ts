import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../tests/support/any-character.ts';
import { someRecord } from '../../../tests/support/some-record.ts';
import { ANNA } from '../../../tests/support/some-session.ts';
import { ENTRY_KINDS, searchEntriesOf, snippetOf } from './search-entry.ts';

const AT = '2026-11-20T10:00:00.000Z';

describe('what can be looked for in a session', () => {
	it('everything it wrote down, each with its kind', () => {
		const record = someRecord(ANNA.uuid, {
			name: 'auth-v1',
			insights: [
				{
					id: 'i1',
					kind: 'decision',
					text: 'jwt',
					why: 'short',
					confidence: 1,
					source: 'user',
					created_at: AT,
				},
			],
			pins: [{ label: 'port', content: '8080', importance: 'standard', pinned_at: AT }],
			pending_tasks: [
				{ id: 't1', title: 'login', status: 'open', flagged_incomplete: false, last_activity: AT },
			],
			notes: [{ at: AT, from: 'turn', text: 'wrote it' }],
			hot_topics: ['auth', 'jwt'],
			activity: {
				next_actions: ['next:review'],
				blockers: [{ type: 'need', text: 'a key', at: AT, source: 'user' }],
				completed: ['test:npm'],
				commits: [{ subject: 'Add login', at: AT }],
				files: [{ path: 'src/login.ts', edits: 1, last: AT }],
				functions: ['login'],
			},
		});
		const entries = searchEntriesOf(record);
		expect(new Set(entries.map(({ kind }) => kind))).toEqual(new Set(ENTRY_KINDS));
		expect(entries.every(({ session, name }) => session === 'aaaa0001' && name === 'auth-v1')).toBe(
			true,
		);
		expect(entries.find(({ kind }) => kind === 'insight')).toMatchObject({
			text: 'jwt: short',
			at: AT,
		});
	});

	it('nothing of a session that did nothing', () => {
		expect(searchEntriesOf(someRecord(ANNA.uuid, {}))).toEqual([]);
	});
});

describe('the part of a text that is shown', () => {
	it.each([
		['parse the answer', ['parse'], 60, 'parse the answer', ['parse']],
		['Parse the PARSE', ['parse'], 60, 'Parse the PARSE', ['Parse', 'PARSE']],
		['two\n\nlines\tand\u001b[31m more', ['lines'], 60, 'two lines and more', ['lines']],
		['no match at all', ['x'], 60, 'no match at all', []],
		[`${'word '.repeat(40)}match ${'end '.repeat(40)}`, ['match'], 40, undefined, ['match']],
	])('%j', (...[text, terms, length, expected, matched]) => {
		const snippet = snippetOf(text, terms, length);
		if (expected !== undefined) expect(snippet.text).toBe(expected);
		expect(snippet.matches.map(([from, to]) => snippet.text.slice(from, to))).toEqual(matched);
		expect(snippet.text.length).toBeLessThanOrEqual(length + 1);
	});

	it('is one visible line that holds its matches, whatever the text', () => {
		fc.assert(
			fc.property(fc.string({ unit: anyCharacter }), fc.string(), (text, term) => {
				const { text: shown, matches } = snippetOf(text, [term.toLowerCase()], 50);
				expect(shown).not.toMatch(/[\p{Cc}\p{Cs}]/u);
				expect(shown.length).toBeLessThanOrEqual(51);
				for (const [from, to] of matches) {
					expect(shown.slice(from, to).toLowerCase()).toBe(term.toLowerCase());
				}
			}),
		);
	});
});
