import { describe, expect, it } from 'vitest';
import { type Different, linesOf } from '../../tests/support/some-record.ts';
import { session } from '../../tests/support/some-session.ts';
import { facts, hoursAgo, insight, pin, record, restored, source, start } from '../../tests/support/some-source.ts';
import { codeSections } from './codes.ts';
import { foldNotes } from './notes.ts';
import type { SessionRecord } from './record.ts';
import { restore } from './restoration.ts';

describe('topics, projects and codes', () => {
	const from = (key: string, functions: string[], more: Different = {}) =>
		record(key, {
			...{ terms: { radio: 4, login: 3 }, active_projects: [key, 'repo'] },
			activity: { functions },
			...more,
		});

	it('D28: topics that other sessions have too stand behind', () => {
		const documents = { sessions: new Map([['radio', 99]]), total: 100 };
		const restored = restore(start(source(from('a', [])), source(from('b', []))), {
			...facts,
			documents,
		});
		expect(restored.topics).toEqual(['login', 'radio']);
		expect(restored.projects).toEqual(['a', 'b']);
	});

	it.each<[string, SessionRecord, string[]]>([
		['oldest session first', from('b', ['two', 'one']), ['impl:two', 'impl:one', 'impl:three']],
		['not of a completed one', from('b', ['two'], { closed: true }), ['impl:one', 'impl:three']],
		['not of another branch', from('b', ['two'], { branch: 'main' }), ['impl:one', 'impl:three']],
	])('codes: %s', (_, older, expected) => {
		const newer = from('a', ['one', 'three']);
		const given = source(older, { context: older.closed === true ? 'lessons' : 'all' });
		expect(codeSections(restore(start(source(newer), given), facts).work).functions).toEqual(expected);
	});

	it('of the session the user named, whatever its branch', () => {
		const old = from('b', ['two'], { branch: 'main', closed: true });
		const restored = restore({ ...start(source(old)), kind: 'named' }, facts);
		expect(restored.work).toEqual([old]);
	});

	it('name the work that is still there, and not what is named as uncommitted', () => {
		const paths = ['src/a.ts', 'src/gone.ts', 'src/open.ts', 'other:b.ts'];
		const files = paths.map((path) => ({ path, edits: 1, last: hoursAgo(30) }));
		const from = record('a', { activity: { files, functions: ['one'] } });
		const exists = (path: string) => path !== 'src/gone.ts';
		const { worked } = restore(start(source(from)), {
			...facts,
			uncommitted: new Set(['src/open.ts']),
			files: { ...facts.files, exists },
		});
		expect(worked).toEqual(['a.ts', 'other:b.ts', 'one']);
	});

	it('name the sources that gave something, with the pins each gave', () => {
		const giving = record('a', { pins: [pin('one'), pin('two')] });
		const [only, nothing] = [record('b', { pins: [pin('three')] }), record('c')];
		const { sources } = restored([
			source(giving),
			source(only, { context: 'none' }),
			source(nothing, { context: 'none' }),
		]);
		expect(sources.map(({ key, pins }) => [key, pins.length])).toEqual([
			['aaaaaaaa', 2],
			['bbbbbbbb', 1],
		]);
	});
});

describe('D19: the own context of a session after its compaction', () => {
	it('is what it has, not faded, and what it had inherited', () => {
		const origin = { session: 'cccccccc', at: hoursAgo(400) };
		const own = record('a', {
			...{ hours: 100, pins: [pin('one', { origin }), pin('two')], insights: [insight('i1')] },
			activity: { functions: ['one'] },
		});
		const earlier = record('b', { insights: [insight('i2')] });
		const sources = [source(own), source(earlier, { context: 'lessons', pins: 'none' })];
		const context = restored(sources, { kind: 'compact', session: session(own.uuid) });
		expect(context.pins.map(({ note, from }) => [note.label, from])).toEqual([
			['one', origin],
			['two', undefined],
		]);
		expect(context.insights.map(({ note: { id }, hours }) => [id, hours])).toEqual([
			['i1', undefined],
			['i2', 24],
		]);
		expect(context).toMatchObject({ work: [own], lastSession: [] });
	});

	it.each([
		['all', ['go on']],
		['learnings', []],
	])('has the steps of a source it inherited from, if %s was selected', (select, expected) => {
		const at = hoursAgo(1);
		const from = record('b', {
			branch: 'main',
			activity: { next_actions: ['go on'], next_actions_at: [hoursAgo(2)] },
		});
		const own = record('a', {
			inherited: { from: from.key, at, door: 'command', select },
			restorations: [{ from: from.key, at, score: 1, mode: 'explicit', pins: [] }],
		});
		const notes = foldNotes(linesOf(from)).all;
		const { next } = restore({ ...start(source(own)), kind: 'compact' }, { ...facts, notes });
		expect(next.map(({ note }) => note.text)).toEqual(expected);
	});
});
