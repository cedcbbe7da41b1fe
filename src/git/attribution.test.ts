import { expect, it } from 'vitest';
import { attributeChanges, type Happened, type OtherCall, type OwnCall } from './attribution.ts';

const CALL: OwnCall = {
	...{ from: 100, until: 200, isShort: true, runsTests: false },
	...{ predicted: [], branch: 'main' },
};
const ENDED: OtherCall = { from: 140, until: 160, isRunning: false, isTask: false };
const RUNNING: OtherCall = { ...ENDED, isRunning: true };
const TASK: OtherCall = { ...ENDED, isTask: true };
const HAPPENED: Happened = {
	...{ changed: [], isOfGit: false, named: [], commits: [], isTheirCommit: false },
};
const FILE = { path: 'a', isDirty: true, changed: 150 };

/** Whose the change of one file at 150 is. */
function ownerOf(call: Partial<OwnCall>, overlapping: readonly OtherCall[] = [], file: object = {}) {
	const changed = [{ ...FILE, ...file }];
	const found = attributeChanges({ ...HAPPENED, changed }, { ...CALL, ...call }, overlapping);
	if (found.own.length > 0) return 'call';
	return found.unowned.length > 0 ? 'unknown' : 'other';
}

it.each([
	['a short call', {}, [], 'call'],
	['a long call', { isShort: false }, [], 'unknown'],
	['a long call that says so', { isShort: false, predicted: ['a'] }, [], 'call'],
	['a run of tests', { runsTests: true }, [], 'other'],
	['a long run of tests', { isShort: false, runsTests: true }, [], 'other'],
	['a run of tests that says so', { runsTests: true, predicted: ['a'] }, [], 'call'],
	['a run of tests overlapping another call', { runsTests: true }, [ENDED, TASK], 'other'],
	['a call overlapping one that runs still', {}, [RUNNING], 'other'],
	['a call overlapping one that has ended', {}, [ENDED], 'unknown'],
	['a call overlapping a background task', {}, [TASK], 'unknown'],
	['a call that says so overlapping a background task', { predicted: ['a'] }, [TASK], 'call'],
	['a call that says so overlapping another one', { predicted: ['a'] }, [TASK, ENDED], 'unknown'],
	['a call overlapping one that ended before', {}, [{ ...ENDED, until: 149 }], 'call'],
])('%s', (_, call, overlapping, owner) => {
	expect(ownerOf(call, overlapping)).toBe(owner);
});

it('leaves out what changed before the call ran, as during the wait for a permission', () => {
	expect(ownerOf({ predicted: ['a'] }, [], { changed: 99 })).toBe('other');
	expect(ownerOf({}, [], { changed: 100 })).toBe('call');
});

it.each([
	['a journal names the file', { named: ['a'] }, []],
	['a journal names another file', { named: ['b'] }, ['a']],
	['git moved', { isOfGit: true }, []],
	['the file is as it is committed', { changed: [{ ...FILE, isDirty: false }] }, []],
])('if %s', (_, happened, own) => {
	const call = { ...CALL, predicted: ['a'] };
	const found = attributeChanges({ ...HAPPENED, changed: [FILE], ...happened }, call, []);
	expect(found.own).toEqual(own);
	expect(found.changedByOthers).toEqual(own.length === 0 ? ['a'] : []);
});

it.each([
	['a short call', {}, [], { hasMoved: true, isCommit: true }],
	['a short call overlapping a background task', {}, [TASK], { hasMoved: true, isCommit: true }],
	['a short call overlapping another one', {}, [ENDED], { hasMoved: false, isCommit: true }],
	['a long call', { isShort: false }, [], { hasMoved: false, isCommit: true }],
	['a run of tests', { runsTests: true }, [], { hasMoved: false, isCommit: false }],
	['a call that ends elsewhere', { branch: 'next' }, [], { hasMoved: true, isCommit: false }],
])('a commit during %s', (_, call, overlapping, expected) => {
	const happened = { ...HAPPENED, commits: ['main'] };
	const own = { ...CALL, ...call };
	expect(attributeChanges(happened, own, overlapping)).toMatchObject(expected);
	const theirs = attributeChanges({ ...happened, isTheirCommit: true }, own, overlapping);
	expect(theirs.isCommit).toBe(false);
});
