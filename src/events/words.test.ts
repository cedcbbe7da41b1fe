import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../tests/support/any-character.ts';
import { wordsOf } from './arguments.ts';

const texts = (typed: string) => wordsOf(typed).map(({ text }) => text);

describe('the words of a typed line', () => {
	it.each<[string, string[]]>([
		['', []],
		['  \t ', []],
		['a  b\tc ', ['a', 'b', 'c']],
		['"a b" c', ['a b', 'c']],
		['\'a "b"\' c', ['a "b"', 'c']],
		['--evidence="a b" c', ['--evidence=a b', 'c']],
		["--evidence='a b'", ['--evidence=a b']],
		["it's the user's", ["it's", 'the', "user's"]],
		['"a b', ['"a', 'b']],
		['--x="a b', ['--x="a', 'b']],
		['""', ['']],
		['a\nb c', ['a']],
		['\na', []],
		['"a\nb"', ['"a']],
		['a\r\nb', ['a']],
		["'tis late\nthe user's", ["'tis", 'late']],
	])('%j are %j', (typed, words) => {
		expect(texts(typed)).toEqual(words);
	});

	it('tell what was between quotation marks, which is never an option', () => {
		expect(wordsOf('"--ttl" --ttl="1h" \'x\' y').map(({ isQuoted }) => isQuoted)).toEqual([
			true,
			false,
			true,
			false,
		]);
	});

	it('are what stood between quotation marks, whatever it is', () => {
		const one = fc.string({ unit: anyCharacter }).filter((text) => !/["\n]/.test(text));
		fc.assert(
			fc.property(fc.array(one), (words) => {
				expect(texts(words.map((word) => `"${word}"`).join(' '))).toEqual(words);
			}),
		);
	});

	it('never reach beyond the first line', () => {
		fc.assert(
			fc.property(
				fc.string({ unit: anyCharacter }),
				fc.string({ unit: anyCharacter }),
				(line, more) => {
					const [first = ''] = line.split('\n');
					expect(wordsOf(`${first}\n${more}`)).toEqual(wordsOf(first));
				},
			),
		);
	});
});
