import { expect, it } from 'vitest';
import { parseCommand } from '../command/parse-command.ts';
import { flaggedFiles } from './flagged-writes.ts';
import { mentionsChange } from './mentions-path.ts';

function paths(source: string): readonly string[] {
	return flaggedFiles(parseCommand(source), { cwd: '/p', home: '/h' }).map(({ path }) => path);
}

it.each([
	['prettier --write .claude/requirements.yaml', '/p/.claude/requirements.yaml'],
	['npx prettier --write ~/.claude/settings.json', '/h/.claude/settings.json'],
	['cd .claude && yamlfix --fix requirements.yaml', '/p/.claude/requirements.yaml'],
	['gofmt -w a', '/p/a'],
	['clang-format -i "$HOME/a"', '/h/a'],
	['F=a; dasel --in-place=x $F', '/p/a'],
])('%s changes %s (D36)', (source, path) => {
	expect(mentionsChange(source)).toBe(true);
	expect(paths(source)).toContain(path);
});

it.each([
	'grep -i x .claude/requirements.yaml',
	'prettier --check .claude/requirements.yaml',
	'git diff -w .claude/requirements.yaml',
	'cp -i .claude/requirements.yaml /tmp/a',
	'echo --write .claude/requirements.yaml',
])('%s changes nothing that we know of', (source) => {
	expect(paths(source)).toEqual([]);
});
