import { expect, it } from 'vitest';
import { attributeChanges, type OtherCall, type OwnCall } from './attribution.ts';

const CALL: OwnCall = {
	...{ from: 100, until: 200, isShort: true, runsTests: false },
	...{ predicted: [], named: [] },
};
const ENDED: OtherCall = { from: 140, until: 160, isRunning: false, isTask: false };
const RUNNING: OtherCall = { ...ENDED, isRunning: true };
const TASK: OtherCall = { ...ENDED, isTask: true };

/** Whose the change of one file at 150 is. */
function ownerOf(call: Partial<OwnCall>, beside: readonly OtherCall[] = [], changed = 150) {
	const file = { path: 'a', isDirty: true, changed };
	const found = attributeChanges([file], { ...CALL, ...call }, beside);
	return Object.entries(found).find(([, paths]) => paths.length > 0)?.[0];
}

it.each([
	['a short call', {}, [], 'own'],
	['a long call', { isShort: false }, [], 'left'],
	['a long call that says so', { isShort: false, predicted: ['a'] }, [], 'own'],
	['a run of tests', { runsTests: true }, [], 'others'],
	['a long run of tests', { isShort: false, runsTests: true }, [], 'others'],
	['a run of tests that says so', { runsTests: true, predicted: ['a'] }, [], 'own'],
	['a run of tests beside another call', { runsTests: true }, [ENDED, TASK], 'others'],
	['a call beside an edit of it', { predicted: ['a'], named: ['a'] }, [], 'others'],
	['a call beside an edit of another file', { named: ['b'] }, [], 'own'],
	['a call beside one that runs still', {}, [RUNNING], 'others'],
	['a call beside one that has ended', {}, [ENDED], 'left'],
	['a call beside a background task', {}, [TASK], 'left'],
	['a call that says so beside a background task', { predicted: ['a'] }, [TASK], 'own'],
	['a call that says so beside another one', { predicted: ['a'] }, [TASK, ENDED], 'left'],
	['a call beside one that ended before', {}, [{ ...ENDED, until: 149 }], 'own'],
])('%s', (_, call, beside, owner) => {
	expect(ownerOf(call, beside)).toBe(owner);
});

it('leaves out what changed before the call ran, as during the wait for a permission', () => {
	expect(ownerOf({ predicted: ['a'] }, [], 99)).toBe('others');
	expect(ownerOf({}, [], 100)).toBe('own');
});
