import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growth, LINEAR } from '../../tests/support/growth.ts';
import { parseCommand } from './parse-command.ts';
import { touches, writtenFiles } from './written-files.ts';

const facts = { cwd: '/p', home: '/h' };
const paths = ['/p/.claude/requirements.yaml', '/p/.git/requirements/main.json', '/h/.claude/x'];

function read(source: string): number {
	const parsed = parseCommand(source);
	const files = writtenFiles(parsed, facts);
	return files.filter((file) => paths.some((path) => touches(file, path))).length;
}

const pieces = [
	...['rm ', 'cp ', 'mv -t ', 'sed -i ', 'find ', '-exec ', '-delete', '-name ', 'git checkout '],
	...['git -C ', 'tar x', '-C ', 'cd ', 'pushd ', 'popd', 'xargs -I{} ', '{}', 'env -C ', 'npx '],
	...[
		'for f in ',
		'do ',
		'done ',
		'f() ',
		'{ ',
		'} ',
		'X=',
		'$X',
		'${X:-',
		'"',
		"'",
		'\\',
		'$(',
		')',
	],
	...[
		'> ',
		'>&',
		'<<E\n',
		'E\n',
		';',
		'|',
		'&',
		'\n',
		'*',
		'?',
		'[',
		']',
		'{a,',
		'~',
		'/',
		'..',
		'.',
	],
	...['a ', '.claude', '\0', '\u0001', '\u0002', '--', '-', 'set -- ', '$@', '(', 'python -c '],
];

describe('writtenFiles', () => {
	it('never throws, and gives absolute paths', () => {
		const text = fc.oneof(
			fc.string({ unit: 'binary', maxLength: 200 }),
			fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((all) => all.join('')),
		);
		fc.assert(
			fc.property(text, (source) => {
				const files = writtenFiles(parseCommand(source), facts);
				expect(files.every(({ path }) => path.startsWith('/'))).toBe(true);
				expect(read(source)).toBeGreaterThanOrEqual(0);
			}),
			{ numRuns: 700 },
		);
	});

	it('reads a word in one way, however it is quoted', () => {
		const name = fc
			.string({ unit: fc.constantFrom(...'abc. *?[]{},~$/-!#;&|()<>`"\\=^%@+é'), minLength: 1 })
			.filter((text) => !/^-|^\/*$/.test(text) && text.trim() !== '');
		const quote = fc.constantFrom(
			(text: string) => `'${text}'`,
			(text: string) => `"${text.replaceAll(/[\\"$`]/g, '\\$&')}"`,
			(text: string) => text.replaceAll(/[^\w/.]/g, '\\$&'),
			(text: string) => `$'${text.replaceAll('\\', '\\\\')}'`,
		);
		fc.assert(
			fc.property(name, quote, quote, (text, one, other) => {
				const [first, second] = [one, other].map((quoted) =>
					writtenFiles(parseCommand(`rm -- ${quoted(text)} > ${quoted(text)}`), facts),
				);
				expect(first).toEqual(second);
				expect(first?.every(({ pattern }) => !pattern)).toBe(true);
				expect(first?.length).toBe(2);
			}),
			{ numRuns: 2_000 },
		);
	});

	const repeat = (piece: string, size: number) => piece.repeat(size / piece.length);
	it.each<[string, (size: number) => string]>([
		['words', (n) => `rm ${repeat('a/b ', n)}`],
		['patterns', (n) => `rm ${repeat('*a*b ', n)}`],
		['one long pattern', (n) => `rm ${repeat('[a*', n)}`],
		['directories', (n) => repeat('cd a;>b;', n)],
		['parents', (n) => `rm ${repeat('../', n)}`],
		['values of variables', (n) => `${repeat('A=$A$A;', n)}rm $A`],
		['variables in a word', (n) => `A=a;A=b;A=c;rm ${repeat('$A', n)}`],
		['unknown parts', (n) => `rm ${repeat('$X/a ', n)}`],
		['programs in a search', (n) => `find . ${repeat('-exec ', n)}rm {} +`],
		['searches in a search', (n) => `find . ${repeat('-exec find . ', n)}-exec rm {} +`],
		['functions', (n) => repeat('f() { rm "$1"; }; f a;', n)],
		[
			'programs for many roots',
			(n) => `find ${'a '.repeat(n / 4)} ${'-exec rm {} + '.repeat(n / 28)}`,
		],
		['words that do not parse', (n) => `rm ( ${'a/b '.repeat(2.5 * n)}`],
	])('many %s take linear time', (_, sourceOf) => {
		expect(growth((size) => read(sourceOf(size)), 12_375)).toBeLessThan(LINEAR);
	});

	it('many searches for many files do not hang it', () => {
		expect(read(`find ${'a '.repeat(15_000)} ${'-exec rm {} + '.repeat(4_000)}`)).toBe(0);
	});
});
