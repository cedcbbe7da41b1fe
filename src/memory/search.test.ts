import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../tests/support/any-character.ts';
import { someRecord } from '../../tests/support/some-record.ts';
import { ANNA } from '../../tests/support/some-session.ts';
import {
	entriesOf,
	markWords,
	matchText,
	type SearchEntry,
	searchEntries,
	snippetOf,
} from './search.ts';

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
		const entries = entriesOf(record);
		expect(new Set(entries.map(({ kind }) => kind)).size).toBe(12);
		expect(entries.every(({ session, name }) => session === 'aaaa0001' && name === 'auth-v1')).toBe(
			true,
		);
		expect(entries.find(({ kind }) => kind === 'insight')).toMatchObject({
			text: 'jwt: short',
			at: AT,
		});
	});

	it('nothing of a session that did nothing', () => {
		expect(entriesOf(someRecord(ANNA.uuid, {}))).toEqual([]);
	});
});

const TEXTS = [
	'parse the ft991a frequency answer',
	'radio: tune before sending',
	'the parser of radio commands',
	'frequencies of the radio',
];

function entry(kind: SearchEntry['kind'], text: string, at = AT): SearchEntry {
	return { session: 'aaaa0001', name: undefined, kind, label: kind, text, at };
}

describe('a search', () => {
	const entries = TEXTS.map((text) => entry('note', text));

	it.each([
		['radio', [1, 2, 3]],
		['RADIO', [1, 2, 3]],
		['pars', [0, 2]],
		['frequensy', [0]],
		['frequency', [0, 3]],
		['parser commands', [2]],
		['radio ft991a', []],
		['ra', [1, 2, 3]],
		['rqdio', [1, 2, 3]],
		['rxdxo', []],
		['', []],
		['!?', []],
		['__proto__ constructor', []],
	])('for %j finds %j', (asked, found) => {
		const hits = searchEntries(entries, asked).map(({ text }) => TEXTS.indexOf(text));
		expect(hits.sort()).toEqual(found);
	});

	it('puts a whole word before a form of it and its beginning, and says what was meant', () => {
		const words = ['parser', 'parse', 'parsing', 'sparse'];
		const hits = searchEntries(
			words.map((text) => entry('note', text)),
			'parse',
		);
		expect(hits.map(({ text }) => text)).toEqual(['parse', 'parsing', 'parser']);
		expect(hits.map(({ matched }) => matchText(matched))).toEqual([
			'',
			'parse is a form of parsing',
			'parse begins parser',
		]);
	});

	it('day 24: lists what was noted before sessions, files and topics, of equals the newer first', () => {
		const newer = '2026-11-21T10:00:00.000Z';
		const kinds = ['topic', 'file', 'commit', 'note', 'insight', 'pin'] as const;
		const all = [...kinds.map((kind) => entry(kind, 'cart')), entry('insight', 'carts', newer)];
		expect(searchEntries(all, 'cart').map(({ kind }) => kind)).toEqual([
			...['insight', 'pin', 'insight', 'note', 'commit', 'file', 'topic'],
		]);
		const two = [entry('pin', 'cart one'), entry('pin', 'cart two', newer)];
		expect(searchEntries(two, 'cart').map(({ text }) => text)).toEqual(['cart two', 'cart one']);
		expect(searchEntries([...two, ...two], 'cart')).toHaveLength(2);
	});
});

describe('the part of a text that is shown', () => {
	it.each([
		['parse the answer', ['parse'], 60, '<parse> the answer'],
		['Parse the PARSE', ['parse'], 60, '<Parse> the <PARSE>'],
		['two\n\nlines\tand\u001b[31m more', ['lines'], 60, 'two <lines> and more'],
		['no match at all', ['x'], 60, 'no match at all'],
		[`${'word '.repeat(9)}match ${'end '.repeat(9)}`, ['match'], 24, '…word word word <match> en…'],
	])('%j', (text, words, length, expected) => {
		const mark = (word: string) => `<${word}>`;
		expect(markWords(snippetOf(text, words, length), words, mark)).toBe(expected);
	});

	it('is one visible line, whatever the text', () => {
		fc.assert(
			fc.property(fc.string({ unit: anyCharacter }), fc.string(), (text, word) => {
				const shown = snippetOf(text, [word.toLowerCase()], 50);
				expect(shown).not.toMatch(/[\p{Cc}\p{Cs}]/u);
				expect(shown.length).toBeLessThanOrEqual(51);
			}),
		);
	});
});
