import { describe, expect, it } from 'vitest';
import { UNKNOWN } from './call.ts';
import { parseCommand } from './parse-command.ts';

describe('parseCommand', () => {
	it.each([
		['git commit', [['git', 'commit']]],
		[`git com"m"it -m 'a b' $'c\\td'`, [['git', 'commit', '-m', 'a b', 'c\td']]],
		[
			'git -C "$D" --git-dir="$X$Y/z" {a,b} *.ts',
			[['git', '-C', UNKNOWN, `--git-dir=${UNKNOWN}/z`, 'a', 'b', '*.ts']],
		],
		[
			'a{b,c{d,e}}f{g,h} {1..3}',
			[['abfg', 'abfh', 'acdfg', 'acdfh', 'abfg', 'abfh', 'acefg', 'acefh', UNKNOWN]],
		],
		[`a{$X,"b,c",'}'}d`, [[`a${UNKNOWN}d`, 'ab,cd', 'a}d']]],
		['export A=1', [['export', `A=${UNKNOWN}`]]],
		['A=1', []],
		['', []],
		[
			'sudo -u x git commit',
			[
				['sudo', '-u', 'x', 'git', 'commit'],
				['git', 'commit'],
			],
		],
		["sh -c 'a; b'", [['sh', '-c', 'a; b'], ['a'], ['b']]],
		['a $(b) | c', [['a', UNKNOWN], ['b'], ['c']]],
	])('D33: the calls of %s', (source, words) => {
		const parsed = parseCommand(source);
		expect(parsed.kind === 'parsed' && parsed.calls.map((call) => call.words)).toEqual(words);
	});

	it('D33: eight substitutions deep is read, nine by words', () => {
		const nested = (levels: number) => `${'$('.repeat(levels)}a${')'.repeat(levels)}`;
		expect(parseCommand(nested(8)).kind).toBe('parsed');
		expect(parseCommand(nested(9)).kind).toBe('unparsed');
	});

	it('D33: shells and wrappers count as depth', () => {
		expect(parseCommand(`${'sudo '.repeat(8)}a`).kind).toBe('parsed');
		expect(parseCommand(`${'sudo '.repeat(9)}a`).kind).toBe('unparsed');
		expect(parseCommand(`${'eval '.repeat(8)}a`).kind).toBe('parsed');
		expect(parseCommand(`${'eval '.repeat(9)}a`).kind).toBe('unparsed');
	});
});
