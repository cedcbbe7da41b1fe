import { expect, it } from 'vitest';
import { triedIn } from './failed-tries.ts';

it.each([
	['A larger buffer did not help.', ['A larger buffer did not help.']],
	['I measured. Two threads made it worse! On we go.', ['Two threads made it worse!']],
	['- tried v1.2 of src/a.ts, but it broke\n- all well', ['tried v1.2 of src/a.ts, but it broke']],
	['Setting it twice doesn’t change anything.', ['Setting it twice doesn’t change anything.']],
	['This does not change the types.', []],
	['Did you say that it did not help?', []],
	['I did not change the public API.', []],
	['I did not fix the two lint warnings in legacy code, as you asked.', []],
	['The refactor does not change anything that users see.', []],
	['I tried to keep the diff small, but it touches six files.', []],
	['No luck was needed.', []],
	[
		'I tried to mock the clock, but the tests still hung.',
		['I tried to mock the clock, but the tests still hung.'],
	],
	['Raising the limit didn’t help.', ['Raising the limit didn’t help.']],
	['A second index did not work.', ['A second index did not work.']],
	['We tried jemalloc, no luck.', ['We tried jemalloc, no luck.']],
	['It works.', []],
	[`It did not help ${'at all '.repeat(40)}`, []],
])('%s', (text, sentences) => {
	expect(triedIn([text, text])).toEqual(sentences);
});
