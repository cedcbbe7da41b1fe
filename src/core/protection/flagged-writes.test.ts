import { expect, it } from 'vitest';
import { parseCommand } from '../command/parse-command.ts';
import { mentionsWrite } from '../command/prefilter.ts';
import { flaggedFiles } from './flagged-writes.ts';
import { mentionsChange } from './mentions.ts';

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

/** They change files in ways that no row tells. */
it.each([
	'shred -n 3 -u a',
	'zip -r a b',
	'gzip a',
	'ed -s a <<< w',
	"vim -c 'normal x' -c wq a",
	'ex -s -c x a',
	'nano a',
	'split -l 5 b a',
	'sd x y a',
	'gpg -o a -d b',
	'gpg --output=a -d b',
	'openssl enc -in b -out a',
	'chattr +i a',
	'F=a; npx trash $F',
	'git archive -o a HEAD',
	'git archive -oa HEAD',
	'git diff --output=a',
	'git diff --output a HEAD',
	'curl -D a https://x/y',
	'curl -s --output-dir /p -o a file:///b',
	'wget -o a https://x/y',
	'git format-patch -1 -o a',
	'git bundle create a HEAD',
	'git checkout-index -f --prefix=a b',
	'git config -f a x.y z',
])('%s may change a (D36)', (source) => {
	expect(mentionsWrite(source)).toBe(true);
	expect(paths(source)).toContain('/p/a');
});

it('an option of a program without a row may be inplace', () => {
	expect(paths("awk -i inplace '{print}' a")).toContain('/p/a');
});

it.each([
	'grep -i x .claude/requirements.yaml',
	'prettier --check .claude/requirements.yaml',
	'git diff -w .claude/requirements.yaml',
	'cp -i .claude/requirements.yaml /tmp/a',
	'echo --write .claude/requirements.yaml',
	'git add -f .claude/requirements.yaml',
	'git diff HEAD -- .claude/requirements.yaml',
])('%s changes nothing that we know of', (source) => {
	expect(paths(source)).toEqual([]);
});
