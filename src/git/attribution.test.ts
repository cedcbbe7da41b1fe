import { expect, it } from 'vitest';
import { attributeChanges, type OtherCall, type Others, type OwnCall } from './attribution.ts';

const CALL: OwnCall = { from: 100, until: 200, isShort: true, runsTests: false, predicted: [] };
const NOBODY: Others = { calls: [], named: new Set() };
const meanwhile = (isRunning: boolean, until = 160, owns: string[] = []): OtherCall => {
	return { from: 140, until, isRunning, isTask: false, owns };
};
const TASK: OtherCall = { ...meanwhile(false), isTask: true };

/** Whose the change of one file at 150 is. */
function ownerOf(call: Partial<OwnCall>, others: Partial<Others> = {}, changed = 150) {
	const file = { path: 'a', isDirty: true, changed };
	const found = attributeChanges([file], { ...CALL, ...call }, { ...NOBODY, ...others });
	return Object.entries(found).find(([, paths]) => paths.length > 0)?.[0];
}

it.each([
	['a short call', {}, {}, 'own'],
	['a long call', { isShort: false }, {}, 'left'],
	['a long call that says so', { isShort: false, predicted: ['a'] }, {}, 'own'],
	['a run of tests', { runsTests: true }, {}, 'others'],
	['a long run of tests', { isShort: false, runsTests: true }, {}, 'others'],
	['a run of tests that says so', { runsTests: true, predicted: ['a'] }, {}, 'own'],
	['a call beside an edit of it', { predicted: ['a'] }, { named: new Set(['a']) }, 'others'],
	['a call beside an edit of another file', {}, { named: new Set(['b']) }, 'own'],
	['a call beside one that runs still', {}, { calls: [meanwhile(true)] }, 'others'],
	['a call beside one that has ended', {}, { calls: [meanwhile(false)] }, 'left'],
	[
		'a call beside one that it was the work of',
		{},
		{ calls: [meanwhile(false, 160, ['a'])] },
		'others',
	],
	['a call beside a background task', {}, { calls: [TASK] }, 'left'],
	['a call that says so beside a background task', { predicted: ['a'] }, { calls: [TASK] }, 'own'],
	[
		'a call that says so beside another one as well',
		{ predicted: ['a'] },
		{ calls: [TASK, meanwhile(false)] },
		'left',
	],
	['a call beside one that ended before', {}, { calls: [meanwhile(false, 149)] }, 'own'],
])('%s', (_, call, others, owner) => {
	expect(ownerOf(call, others)).toBe(owner);
});

it('leaves out what changed before the call ran, as during the wait for a permission', () => {
	expect(ownerOf({ predicted: ['a'] }, {}, 99)).toBe('others');
	expect(ownerOf({}, {}, 100)).toBe('own');
});
