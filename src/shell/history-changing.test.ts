import { describe, expect, it } from 'vitest';
import { changesTree } from './match-command.ts';
import { parseCommand } from './parse-command.ts';

describe('changesTree', () => {
	it.each([
		'git commit -m x',
		'git -C d merge main',
		'cd x && git pull --rebase',
		'git checkout -b y',
		'git stash pop',
		'git reset --hard | cat',
		'git fetch; ls',
		"sh -c 'git rm a'",
		'git switch "main',
	])('%s may change the branch’s size', (source) => {
		expect(changesTree(parseCommand(source))).toBe(true);
	});

	it.each([
		'git status',
		'git log --grep="git commit"',
		'git diff main',
		'git show HEAD',
		'git commit-tree x',
		'echo git merge',
		'npm test',
		'git log "main',
	])('%s does not', (source) => {
		expect(changesTree(parseCommand(source))).toBe(false);
	});
});
