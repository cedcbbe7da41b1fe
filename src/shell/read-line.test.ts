import { describe, expect, it } from 'vitest';
import { UNKNOWN } from './call.ts';
import { parseCommand } from './read-line.ts';

describe('parseCommand', () => {
	it.each([
		['git commit', [['git', 'commit']]],
		[`git com"m"it -m 'a b' $'c\\td'`, [['git', 'commit', '-m', 'a b', 'c\td']]],
		['git -C "$D" --git-dir="$X$Y/z" {a,b} *.ts', [['git', '-C', UNKNOWN, `--git-dir=${UNKNOWN}/z`, '{a,b}', '*.ts']]],
		['rm ~/a "$HOME/b" $PWD/c', [['rm', '~/a', '~/b', './c']]],
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
		['bash <<E\na\nE', [['bash'], ['a']]],
		['bash a.sh <<E\nb\nE', [['bash', 'a.sh']]],
		['a $(b) | c', [['a', UNKNOWN], ['b'], ['c']]],
	])('D33: the calls of %s', (source, words) => {
		const parsed = parseCommand(source);
		expect(parsed.kind).toBe('parsed');
		expect(parsed.calls.map((call) => call.words)).toEqual(words);
	});

	it.each([
		['x', ''],
		['cd a && cd ../.. && x', 'a/../..'],
		['cd /a && cd b && x', '/a/b'],
		['(cd a); x', ''],
		['cd a | b; x', ''],
		["cd a && sh -c 'cd b; x'", 'a/b'],
		['cd "$A" && x', undefined],
		['git -C a -C b x', 'a/b'],
		['git log -C a x', ''],
		['sudo -D a x', 'a'],
	])('the last call of %s works in %s', (source, directory) => {
		expect(parseCommand(source).calls.at(-1)?.directory).toBe(directory);
	});

	it('what only wraps another call of the line is known', () => {
		const wraps = (source: string) => parseCommand(source).calls.map((call) => call.wraps);
		expect(wraps('timeout 5 a')).toEqual([true, false]);
		expect(wraps("sh -c 'a'")).toEqual([true, false]);
		expect(wraps('bash a.sh')).toEqual([false]);
		expect(wraps('$X a')).toEqual([false, false]);
	});

	it('what no person wrote is words', () => {
		expect(parseCommand(`${'sudo '.repeat(8)}a`).kind).toBe('parsed');
		expect(parseCommand(`${'sudo '.repeat(2_000)}a`).kind).toBe('unparsed');
		expect(parseCommand(`${'eval '.repeat(2_000)}a`).kind).toBe('unparsed');
		expect(parseCommand('cd a;'.repeat(5_000)).kind).toBe('unparsed');
	});

	it('a here-document may be long and full of brackets', () => {
		const source = `cat > a <<'E'\n${'f({ a: [1] });\n'.repeat(5_000)}E\ngit commit -m x`;
		expect(parseCommand(source).calls.map(({ words }) => words[0])).toEqual(['cat', 'git']);
	});
});
