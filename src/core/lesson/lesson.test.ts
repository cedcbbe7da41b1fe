import { expect, it } from 'vitest';
import { someInsight, someRecord } from '../../../tests/support/some-record.ts';
import { holdsSecret } from '../../secrets/redact.ts';
import { isMarkedClean, lessonIn, lessonsOf, lineOf, markClean } from './lesson.ts';

const OLD = '5e6f7a8b-0000-4000-8000-000000000002';

function storedAs(text: string, why?: string) {
	const insight = { ...someInsight('i1234567', text), ...(why === undefined ? {} : { why }) };
	const lines = lessonsOf(someRecord(OLD, { insights: [insight] })).map((one) =>
		lineOf(markClean(one, holdsSecret)),
	);
	return lessonIn(JSON.parse(lines[0] ?? ''));
}

it('is known to hold no secret as it was stored, in these words and no others', () => {
	const stored = storedAs('Never rotate the key by hand', 'the job does it');
	expect(stored && isMarkedClean(stored)).toBe(true);
	const others = [
		{ text: 'Never rotate AKIAIOSFODNN7EXAMPLQ by hand' },
		{ why: undefined },
		{ clean: undefined },
		{ clean: '00000000' },
	];
	for (const other of others) expect(stored && isMarkedClean({ ...stored, ...other })).toBe(false);
});

it.each([
	['Never rotate AKIAIOSFODNN7EXAMPLQ by hand', undefined],
	['Never rotate it by hand', 'the job has AKIAIOSFODNN7EXAMPLQ'],
])('is looked at again where it holds one: %s, %s', (text, why) => {
	const stored = storedAs(text, why);
	expect(stored?.text).toBe(text);
	expect(stored && isMarkedClean(stored)).toBe(false);
});
