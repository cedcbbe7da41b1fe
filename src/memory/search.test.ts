import { describe, expect, it } from 'vitest';
import { someRecord } from '../../tests/support/some-record.ts';
import { ANNA } from '../../tests/support/some-session.ts';
import type { Task } from '../journal/work.ts';
import { foldNotes } from './notes.ts';
import { entriesOfNotes, entriesOfRecord, entriesOfTasks, type SearchEntry, searchEntries } from './search.ts';

const AT = '2026-11-20T10:00:00.000Z';

describe('what can be looked for', () => {
	const record = someRecord(ANNA.uuid, {
		name: 'auth-v1',
		pending_tasks: [{ id: 't1', title: 'login', status: 'open', flagged_incomplete: false, last_activity: AT }],
		notes: [{ at: AT, from: 'turn', text: 'wrote it' }],
		hot_topics: ['auth', 'jwt'],
		activity: {
			completed: ['test:npm', 'commit:Add login', 'done:review'],
			commits: [{ subject: 'Add login', at: AT }],
			files: [{ path: 'src/login.ts', edits: 1, last: AT }],
			functions: ['login'],
		},
	});

	it('is everything that a session did, each with its kind, and nothing of one that did nothing', () => {
		const entries = entriesOfRecord(record);
		expect(entries.map(({ kind }) => kind)).toEqual([
			...['note', 'name', 'done', 'commit', 'file', 'function', 'topic'],
		]);
		expect(entries.every(({ session, name }) => session === 'aaaa0001' && name === 'auth-v1')).toBe(true);
		expect(entriesOfRecord(someRecord(ANNA.uuid, {}))).toEqual([]);
	});

	it('is what somebody said, with its reason and its tags, and the session that said it', () => {
		const line = { op: 'note', at: AT, branch: 'main', user: 'ana', source: 'user' } as const;
		const { all } = foldNotes([
			{ ...line, id: 'i1', kind: 'decision', text: 'jwt', why: 'short', session: ANNA.uuid },
			{ ...line, id: 'n1', kind: 'pin', label: 'port', text: '8080', tags: ['web'] },
		]);
		expect(entriesOfNotes(all, [record])).toMatchObject([
			{ kind: 'decision', text: 'jwt: short', at: AT, session: 'aaaa0001', name: 'auth-v1' },
			{ kind: 'pin', text: 'port: 8080 [web]', session: undefined },
		]);
	});

	it('is each task as the list has it now', () => {
		const [pending] = record.pending_tasks;
		const task = { ...pending, branch: 'main', created_at: AT, source: 'req' } as Task;
		const done: Task = { ...task, status: 'done', description: 'by mail', session: 'aaaa0001' };
		const listed = { text: 't1: login: by mail', at: AT, ended: 'done' };
		expect(entriesOfTasks([done], [record])).toEqual([
			{ kind: 'task', session: 'aaaa0001', name: 'auth-v1', ...listed },
		]);
		expect(entriesOfTasks([task], [])).toMatchObject([{ ended: undefined, session: undefined }]);
	});
});

const TEXTS = [
	'parse the ft991a frequency answer',
	'radio: tune before sending',
	'the parser of radio commands',
	'frequencies of the radio',
];

function entry(kind: SearchEntry['kind'], text: string, at = AT): SearchEntry {
	return { session: 'aaaa0001', kind, text, at };
}

describe('a search', () => {
	const entries = TEXTS.map((text) => entry('note', text));

	it.each([
		['radio', [1, 2, 3]],
		['RADIO', [1, 2, 3]],
		['pars', [0, 2]],
		['frequensy', []],
		['frequency', [0, 3]],
		['parser commands', [2]],
		['radio ft991a', []],
		['ra', [1, 2, 3]],
		['', []],
		['!?', []],
		['__proto__ constructor', []],
	])('for %j finds %j', (asked, found) => {
		const hits = searchEntries(entries, asked).map(({ text }) => TEXTS.indexOf(text));
		expect(hits.sort()).toEqual(found);
	});

	it('puts the word itself before a form of it and its beginning, and names what it met', () => {
		const words = ['parser', 'parse', 'parsing', 'sparse'];
		const hits = searchEntries(
			words.map((text) => entry('note', text)),
			'parse',
		);
		expect(hits.map(({ score, matched }) => [score, ...matched])).toEqual([
			[1, 'parse'],
			[0, 'parser'],
			[0, 'parsing'],
		]);
	});

	it('day 24: lists what was noted before sessions, files and topics, of equals the newer first', () => {
		const newer = '2026-11-21T10:00:00.000Z';
		const kinds = ['topic', 'file', 'commit', 'note', 'warning', 'pin'] as const;
		const all = [...kinds.map((kind) => entry(kind, 'cart')), entry('warning', 'carts', newer)];
		expect(searchEntries(all, 'cart').map(({ kind }) => kind)).toEqual([
			...['warning', 'pin', 'warning', 'note', 'commit', 'file', 'topic'],
		]);
		const two = [entry('pin', 'cart one'), entry('pin', 'cart two', newer)];
		expect(searchEntries(two, 'cart').map(({ text }) => text)).toEqual(['cart two', 'cart one']);
	});
});
