import { describe, expect, it } from 'vitest';
import { ANNA, session, TWIN } from '../../tests/support/some-session.ts';
import { entryKey, entryOf, ownerOf, type SessionEntry, uuidFor } from './branch-state.ts';

type Entries = Record<string, SessionEntry>;
const anna = { uuid: ANNA.uuid, triggered: true };
const twin = { uuid: TWIN.uuid, triggered: true };
const old = { satisfied: true };

describe('D5, D6: the entry of a session', () => {
	const cases: [what: string, entries: Entries, is: { key: string; mine?: SessionEntry }][] = [
		['is nowhere yet', {}, { key: ANNA.key }],
		['stands under its key', { [ANNA.key]: anna }, { key: ANNA.key, mine: anna }],
		['not under a key another id holds', { [ANNA.key]: twin }, { key: ANNA.longKey }],
		[
			'under the longer key then',
			{ [ANNA.key]: twin, [ANNA.longKey]: anna },
			{ key: ANNA.longKey, mine: anna },
		],
		[
			'also when the other one is gone',
			{ [ANNA.longKey]: anna },
			{ key: ANNA.longKey, mine: anna },
		],
		['D6: may come from an older tool', { [ANNA.key]: old }, { key: ANNA.key, mine: old }],
	];
	it.each(cases)('%s', (_, entries, { key, mine }) => {
		expect(entryKey(entries, ownerOf(ANNA))).toBe(key);
		expect(entryOf(entries, ownerOf(ANNA))).toBe(mine);
	});

	it('is found by the key alone, and keeps its full id then', () => {
		const short = ownerOf(session(ANNA.key));
		expect(entryOf({ [ANNA.key]: anna }, short)).toBe(anna);
		expect(uuidFor(anna, short)).toBe(ANNA.uuid);
	});

	it('that was made by the key alone is the session’s own, and gets its full id', () => {
		const short = { uuid: ANNA.key, triggered: true };
		expect(entryOf({ [ANNA.key]: short }, ownerOf(ANNA))).toBe(short);
		expect(uuidFor(short, ownerOf(ANNA))).toBe(ANNA.uuid);
	});

	it('is not looked for on the prototype', () => {
		const owner = { key: 'toString', long_key: 'valueOf', uuid: 'x' };
		expect(entryOf({}, owner)).toBeUndefined();
		expect(entryKey({}, owner)).toBe('toString');
	});
});
