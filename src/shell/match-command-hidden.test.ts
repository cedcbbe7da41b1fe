import { describe, expect, it } from 'vitest';
import { matchesCommand, provesCommand } from './match-command.ts';
import { parseCommand } from './parse-command.ts';

const matches = (source: string) => matchesCommand(parseCommand(source), 'git commit');

describe('matchesCommand, where a command stands less plainly', () => {
	it.each([
		['braces', 'git {commit,-m,x}'],
		['braces from the program on', '{git,commit}'],
		['braces in a word', 'git c{ommit,} -m x'],
		['a substitution of nothing', 'git comm$()it'],
		['backticks of nothing', 'git comm``it'],
		['a glob of one letter', '/path/gi[t] commit'],
		['an option’s value behind -c', "bash -oc errexit 'git commit'"],
		['shell options switched off', "bash +ec 'git commit'"],
		['a restricted shell', "rbash -c 'git commit'"],
		['all parameters', `bash -c '"$@"' x git commit`],
		['bare parameters', "bash -c '$@' x git commit"],
		['single parameters', "bash -c '$0 commit' git"],
		['parameters in braces', `bash -c 'git \${1}' x commit`],
		['the input of a group', '{ bash; } <<E\ngit commit\nE'],
		['the input of a subshell', "(bash) <<< 'git commit'"],
		['the input by its file', "bash /dev/stdin <<< 'git commit'"],
		['sourced input', ". /dev/stdin <<< 'git commit'"],
		['the first of two inputs', 'bash <<A 3<<B\ngit commit\nA\nx\nB'],
		['input under another number', 'bash /dev/fd/3 3<<A\ngit commit\nA'],
		['a setting of any name', 'env a-b=1 git -C d commit'],
		['an endless timeout', 'timeout inf git -C d commit'],
		['a timeout with an exponent', 'timeout 1e1 git -C d commit'],
		['a timeout in hexadecimal', 'timeout 0x5 git -C d commit'],
		['a shortened option', 'env --uns X git commit'],
		['an escaped space', String.raw`env -S 'git\_commit'`],
		['an option that may have no value', 'xargs --replace git commit {}'],
		['words from the input', 'xargs -n1 git <<< commit'],
		['find', 'find . -exec git commit {} +'],
		['a trap', "trap 'git commit' EXIT"],
		['a lock', 'flock l git commit'],
		['a lock with a source', "flock l -c 'git commit'"],
		['a recording', "script -qc 'git commit'"],
		['another user', 'runuser -u root -- git commit'],
		['another user’s shell', "su -c 'git commit'"],
		['setpriv', 'setpriv --reuid 0 git commit'],
		['taskset', 'taskset 1 git commit'],
		['prlimit', 'prlimit --nofile=5 git commit'],
		['strace', 'strace -f git -c a=b commit'],
		['chroot', 'chroot / git commit'],
		['the program of the subcommand', '/usr/lib/git-core/git-commit -m x'],
		['its bare name', 'git-commit -m x'],
		['its bare name among arguments', 'strace git-commit'],
	])('D33: %s', (_, source) => {
		expect(matches(source)).toBe(true);
	});

	it.each([
		'echo "git commit"',
		'echo git commit',
		'printf "%s %s" git commit',
		'git log --grep="git commit"',
		'git commit-tree',
		'git-commit-tree x',
		'git help commit',
		'rg "git commit"',
		'rg git commit',
		'gh pr create --title "git commit"',
		"bash ci.sh 'git commit'",
		'which git commit',
		"echo '{git,commit}'",
		"trap 'echo git commit' EXIT",
		"xargs echo <<< 'git commit'",
		"cat /dev/stdin <<< 'git commit'",
	])('D33: %s is none', (source) => {
		expect(matches(source)).toBe(false);
	});

	it('a pattern of one word is not looked for among arguments', () => {
		expect(matchesCommand(parseCommand('foo vitest'), 'vitest')).toBe(false);
	});

	it('what only matches among arguments proves nothing', () => {
		expect(provesCommand(parseCommand('flock l git commit'), 'git commit')).toBe(false);
	});
});
