import { describe, expect, it } from 'vitest';
import { ANNA, session, TWIN } from '../../tests/support/some-session.ts';
import { by, changed, EMPTY, ms } from '../../tests/support/some-state.ts';
import type { Place } from '../git/place.ts';
import { branchStateKind } from './branch-files.ts';
import { completeState, entryKey, entryOf, type SessionEntry } from './branch-state.ts';

type Entries = Record<string, SessionEntry>;
const { parse } = branchStateKind({ branch: 'main', root: '/project' } as Place, {
	now: () => ms(0),
});
const complete = (json: unknown) => completeState(json, EMPTY);

describe('the state file of a branch', () => {
	const bad: [what: string, json: unknown][] = [
		['null', null],
		['a list', []],
		['requirements of the wrong type', { requirements: [] }],
		['an entry of the wrong type', { requirements: { it: { sessions: { a: true } } } }],
		['a flag of the wrong type', { requirements: { it: { sessions: { a: { satisfied: 1 } } } } }],
		['a version of the wrong type', { ...EMPTY, schema_version: '1' }],
	];
	it.each(bad)('is corrupt when it holds %s', (_, json) => {
		expect(parse(json)).toMatchObject({ kind: 'corrupt' });
	});

	it('is left alone when a newer build wrote it', () => {
		expect(parse({ schema_version: 2 })).toMatchObject({ kind: 'newer', version: 2 });
	});

	it('reads back as it was written, unknown keys included', () => {
		const { doc } = changed(EMPTY, by(ANNA).satisfy(1));
		const written = { ...doc, later: { key: 1 } };
		expect(parse(JSON.parse(JSON.stringify(written)))).toEqual({
			kind: 'present',
			doc: written,
		});
	});
});

const anna = { uuid: ANNA.uuid, triggered: true };
const twin = { uuid: TWIN.uuid, triggered: true };
const old = { satisfied: true };
const stored = (sessions: Entries) => ({ scope: 'session', sessions });

describe('D5, D6: the entry of a session', () => {
	const cases: [what: string, entries: Entries, is: { key: string; mine?: SessionEntry }][] = [
		['is nowhere yet', {}, { key: ANNA.key }],
		['stands under its key', { [ANNA.key]: anna }, { key: ANNA.key, mine: anna }],
		['not under a key another id holds', { [ANNA.key]: twin }, { key: ANNA.longKey }],
		['under the longer key then', { [ANNA.key]: twin, [ANNA.longKey]: anna }, { key: ANNA.longKey, mine: anna }],
		['also when the other one is gone', { [ANNA.longKey]: anna }, { key: ANNA.longKey, mine: anna }],
		['D6: may come from an older tool', { [ANNA.key]: old }, { key: ANNA.key, mine: old }],
	];
	it.each(cases)('%s', (_, entries, { key, mine }) => {
		expect(entryKey(entries, ANNA)).toBe(key);
		expect(entryOf(stored(entries), ANNA)).toBe(mine);
	});

	it('is found by the key alone', () => {
		expect(entryOf(stored({ [ANNA.key]: anna }), session(ANNA.key))).toBe(anna);
	});

	it('that was made by the key alone is the session’s own', () => {
		const short = { uuid: ANNA.key, triggered: true };
		expect(entryOf(stored({ [ANNA.key]: short }), ANNA)).toBe(short);
	});
});

describe('D6: a file in the shape of the designs', () => {
	const seed = {
		requirements: {
			commit_plan: {
				scope: 'session',
				sessions: { abc123: { satisfied: true }, def456: { satisfied: true } },
			},
		},
	};

	it('is read, completed, and written in full by the next write', () => {
		const doc = { ...EMPTY, requirements: seed.requirements };
		expect(parse(seed)).toEqual({ kind: 'present', doc, migrated: true });
		expect(parse(doc)).toEqual({ kind: 'present', doc });
	});

	const satisfied = (at: string) => ({ satisfied: true, satisfied_at: at });
	const OLD = '2026-01-01T00:00:00.000Z';
	const NEW = '2026-02-02T00:00:00.000Z';
	const cases: [what: string, before: object, after: object][] = [
		[
			'a full UUID becomes the key, and is kept beside it',
			{ [ANNA.uuid]: { satisfied: true } },
			{ [ANNA.key]: { satisfied: true, uuid: ANNA.uuid } },
		],
		[
			'two UUIDs with one prefix stay apart',
			{ [ANNA.uuid]: satisfied(OLD), [TWIN.uuid]: satisfied(NEW) },
			{
				[ANNA.key]: { ...satisfied(OLD), uuid: ANNA.uuid },
				[TWIN.longKey]: { ...satisfied(NEW), uuid: TWIN.uuid },
			},
		],
		['a key of another make stays', { 'my-session': { triggered: true } }, { 'my-session': { triggered: true } }],
	];
	it.each(cases)('%s', (_, before, after) => {
		const { requirements } = complete({ requirements: { it: { sessions: before } } }) as {
			requirements: { it: { sessions: unknown } };
		};
		expect(requirements.it.sessions).toEqual(after);
	});

	it('keeps unknown keys at every level', () => {
		const more = {
			version: '1.0',
			requirements: { it: { note: [1], sessions: { abc123: { mood: null, x: { y: 1 } } } } },
		};
		expect(complete(more)).toMatchObject(more);
	});
});
