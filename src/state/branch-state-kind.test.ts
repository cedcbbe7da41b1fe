import { describe, expect, it } from 'vitest';
import { ANNA } from '../../tests/support/some-session.ts';
import { by, changed, EMPTY, ms } from '../../tests/support/some-state.ts';
import type { BranchName } from '../git/place.ts';
import { branchStateKind } from './branch-state-kind.ts';

const kind = branchStateKind({ branch: 'main' as BranchName, root: '/project' }, ms(0));

describe('the state file of a branch', () => {
	const bad: [what: string, json: unknown][] = [
		['null', null],
		['a number', 7],
		['a text', 'x'],
		['a list', []],
		['an empty object', {}],
		['requirements of the wrong type', { requirements: [] }],
		['a requirement of the wrong type', { requirements: { it: true } }],
		['sessions of the wrong type', { requirements: { it: { sessions: 7 } } }],
		['an entry of the wrong type', { requirements: { it: { sessions: { a: true } } } }],
		['a flag of the wrong type', { requirements: { it: { sessions: { a: { satisfied: 1 } } } } }],
		['a version of the wrong type', { ...EMPTY, schema_version: '1' }],
	];
	it.each(bad)('is corrupt when it holds %s', (_, json) => {
		expect(kind.parse(json)).toMatchObject({ kind: 'corrupt' });
	});

	it('is left alone when a newer build wrote it', () => {
		expect(kind.parse({ schema_version: 2 })).toMatchObject({ kind: 'newer', version: 2 });
	});

	it('reads back as it was written, unknown keys included', () => {
		const { doc } = changed(EMPTY, by(ANNA).satisfy(1));
		const written = { ...doc, later: { key: 1 } };
		expect(kind.parse(JSON.parse(JSON.stringify(written)))).toEqual({
			kind: 'present',
			doc: written,
		});
	});

	it('starts empty, with its branch in it', () => {
		expect(kind.empty()).toEqual(EMPTY);
	});
});
