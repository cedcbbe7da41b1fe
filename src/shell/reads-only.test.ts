import { describe, expect, it } from 'vitest';
import { parseCommand } from './read-line.ts';
import { changesTree, readsOnly } from './reads-only.ts';
import { readWrites } from './writes.ts';

describe('readsOnly', () => {
	it.each([
		'ls -la src | head -20',
		'git status --short --branch',
		'git log --oneline -5 && git diff --stat HEAD~1',
		"grep -rn 'a|b; rm x' src --include=*.ts 2>/dev/null",
		'rg "a > b" src | wc -l 2>&1',
		"sed -n '1,20p' a.ts",
		'git add -A && git commit -m "Add a"',
		'for f in *.ts; do head -3 "$f"; done',
		'if git diff --quiet; then echo "$(git status)"; fi',
		"timeout 5 bash -c 'grep -rn x src'",
	])('%s only reads', (source) => {
		expect(readsOnly(parseCommand(source))).toBe(true);
		const none = { files: [], anyFile: false };
		expect(readWrites(parseCommand(source), { cwd: '/p', home: '/h' })).toEqual(none);
	});

	it.each([
		'node x.js',
		'./cat a',
		'cat a > b',
		'echo $(rm a)',
		'ls; rm a',
		'$X ls',
		'git log $X',
		'find . -delete',
		'sort -o a b',
		'uniq a b',
		"sed 's/a/b/w c' d",
		"sed -n 'w c' d",
		'sed -n 1p d -i',
		'git diff --output=a',
		'git -c alias.log=!rm log',
		'git grep -Orm a',
		'git branch x',
		'rg --pre rm a',
		'printf -v PATH x',
		'diff --to-file=a b',
	])('%s may write', (source) => {
		expect(readsOnly(parseCommand(source))).toBe(false);
	});
});

it.each([
	['git -C d merge main', true],
	["sh -c 'git rm a'", true],
	['git commit -m x', true],
	['git log --grep="git commit"', false],
	['echo git merge', false],
])('%s may change the tree: %s', (source, changes) => {
	expect(changesTree(parseCommand(source))).toBe(changes);
});
