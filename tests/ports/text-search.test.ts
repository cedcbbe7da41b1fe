import { expect, it } from 'vitest';
import { searchTexts } from '../../src/adapters/text-search.ts';

const TEXTS = [
	'parse the ft991a frequency answer',
	'radio: tune before sending',
	'the parser of radio commands',
	'frequencies of the radio',
];

it.each([
	['radio', [1, 2, 3]],
	['RADIO', [1, 2, 3]],
	['pars', [0, 2]],
	['frequensy', [0]],
	['parser commands', [2]],
	['radio ft991a', []],
	['ra', [1, 2, 3]],
	['', []],
	['!?', []],
	['__proto__ constructor', []],
])('%j finds %j', async (asked, found) => {
	const all = await searchTexts(TEXTS, asked);
	expect(all.map(({ index }) => index).sort()).toEqual(found);
});

it('a whole word comes before its beginning, and tells what was meant', async () => {
	const found = await searchTexts(['parser', 'parse', 'sparse'], 'parse');
	expect(found.map(({ index }) => index)).toEqual([1, 0, 2].slice(0, found.length));
	expect(found[1]?.terms).toEqual(['parser']);
});
