import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { someRecord } from '../../tests/support/some-record.ts';
import { ANNA, BERT } from '../../tests/support/some-session.ts';
import { recordIn, SessionRecord } from './record.ts';
import { hasExpired } from './sessions.ts';

const whole = someRecord(ANNA.uuid, { name: 'auth', days: 1 });

describe('a record that another build wrote', () => {
	it('keeps what this one does not know', () => {
		const later = {
			...whole,
			schema_version: 9,
			mood: 'good',
			activity: { ...whole.activity, walks: 2 },
			notes: [{ at: 't', from: 'turn', text: 'x', tone: 'calm' }],
		};
		expect(recordIn(later, ANNA)).toEqual(later);
	});

	it.each<[string, object, object]>([
		['a text', { branch: 7 }, { branch: '' }],
		['an optional text', { phase: 7 }, { phase: undefined }],
		['a number', { journal_bytes: '7' }, { journal_bytes: 0 }],
		['a list', { continuations: 'x' }, { continuations: [] }],
		['an item of a list', { hot_topics: ['a', 7, 'b'] }, { hot_topics: ['a', 'b'] }],
		['a status', { status: 'asleep' }, { status: 'active' }],
		['an object', { inherited: { from: 'x' } }, { inherited: undefined }],
		['the activity', { activity: [] }, { activity: { files: [], turns: 0 } }],
		['a name', { name: '../x' }, { name: undefined }],
		['its own id', { key: 'x', uuid: BERT.uuid }, { key: ANNA.key, uuid: ANNA.uuid }],
	])('with %s of another shape is as if that were missing', (_, changed, read) => {
		const { branch, started_at } = whole;
		expect(recordIn({ ...whole, ...changed }, ANNA)).toMatchObject({
			...{ branch, started_at },
			...read,
		});
	});

	it.each([7, null, 'text', [1]])('is none if it is %j', (json) => {
		expect(recordIn(json, ANNA)).toBeUndefined();
	});

	it('S1-020: has expired if it names no time at all, whether it ended or not', () => {
		const times = { started_at: 'x', last_activity: 7, ended_at: null };
		const record = recordIn({ ...whole, ...times }, ANNA);
		const isOver = record && hasExpired(record, { lookbackDays: 7 }, Date.now());
		expect(isOver).toBe(true);
		expect(record?.started_at).toBe(record?.last_activity);
	});

	it.each([
		['none', undefined],
		['no time', 'soon'],
		['a later one', '2999-01-01T00:00:00.000Z'],
	])('S1-020: with %s as expiry it expires a week after its last activity', (_, expires_at) => {
		const record = recordIn({ ...whole, expires_at }, ANNA) ?? whole;
		const after = (days: number) => Date.parse(whole.last_activity) + days * 86_400_000;
		const expired = [7, 7.1].map((days) => hasExpired(record, { lookbackDays: 7 }, after(days)));
		expect(expired).toEqual([false, true]);
	});

	it('whatever it holds, is a whole record', () => {
		const changes = fc.dictionary(fc.constantFrom(...Object.keys(SessionRecord.shape)), fc.jsonValue());
		fc.assert(
			fc.property(changes, (changed) => {
				expect(SessionRecord.fits(recordIn({ ...whole, ...changed }, ANNA))).toBe(true);
			}),
		);
	});
});
