import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mentionsWrite } from './loose-words.ts';
import { parseCommand } from './parse-command.ts';
import { writtenFiles } from './written-files.ts';

const words = [
	...['rm', 'r', 'm', 'a', 'b.ts', '.claude/x', "'", '"', '\\', '$', '$(', ')', '`', '{', '}', ','],
	...[
		'>',
		'>>',
		'&',
		'|',
		';',
		'\n',
		' ',
		' ',
		' ',
		'/dev/null',
		'2',
		'1',
		'-',
		'<<E\n',
		'E\n',
		'<',
	],
	...[
		'sed',
		'-i',
		'--in-place',
		'git',
		'checkout',
		'find',
		'-delete',
		'-exec',
		'cp',
		'X=',
		'$X',
		'=',
	],
	...[
		'sh -c ',
		'eval ',
		'for x in ',
		'do ',
		'done',
		'curl',
		'-o',
		'tee',
		'[',
		']',
		'${',
		':-',
		'%',
	],
];

describe('mentionsWrite', () => {
	it.each([
		'ls',
		'ls -la src | head',
		'npm test',
		'npm run build 2>&1 | tail -5',
		'git status',
		'git diff HEAD~1 --stat',
		'git log --oneline | head',
		'git add -A && git commit -m "Say why"',
		'cat a | grep b',
		'cat a.json | jq .x',
		'x 2>&1',
		'x >/dev/null 2>&1',
		'x &>/dev/null; y 2> /dev/null',
		"sed -n '1,20p' a",
		"awk '{print $1}' a",
		'grep -rn "x" src --include=*.ts',
		"find . -name '*.ts' -not -path './x/*'",
		'cd src && ls',
		'curl -s https://x/y | jq .',
		'sort a | uniq -c',
		'npx vitest run src/a.test.ts',
		'node scripts/a.mjs',
	])('sees that %s writes nothing', (source) => {
		expect(mentionsWrite(source)).toBe(false);
	});

	it.each([
		'> a',
		'x>a',
		'x >/dev/null/../../a',
		'x > /dev/nullx',
		"x >/dev/null' 'y",
		'rm a',
		'RM a',
		'/bin/rm a',
		"r''m a",
		'r\\m a',
		'sed -i s/a/b/ c',
		'sed s/a/b/ c --in-place',
		'git checkout a.ts',
		'find . -delete',
		'curl -o a x',
		'curl -i.cookies',
		'x $\u007b > /dev/null',
		"$'\\x72m' a",
		'{r,}m a',
		'R=rm; $R a',
	])('sees that %s may write', (source) => {
		expect(mentionsWrite(source)).toBe(true);
	});

	it('never denies what writtenFiles finds', () => {
		const source = fc.oneof(
			fc.array(fc.constantFrom(...words), { maxLength: 25 }).map((all) => all.join('')),
			fc.array(fc.constantFrom(...words), { maxLength: 25 }).map((all) => all.join(' ')),
		);
		fc.assert(
			fc.property(source, (text) => {
				const files = writtenFiles(parseCommand(text), { cwd: '/p', home: '/h' });
				if (!mentionsWrite(text)) expect(files).toEqual([]);
			}),
			{ numRuns: 1_000 },
		);
	});
});
