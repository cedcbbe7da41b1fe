import { describe, expect, it } from 'vitest';
import { proves } from '../../tests/support/proves.ts';
import { matchesCommand } from './match-command.ts';
import { parseCommand } from './parse-command.ts';

const matches = (source: string, pattern: string) => matchesCommand(parseCommand(source), pattern);

describe('provesCommand, where a success is forged', () => {
	it.each([
		['a program only the shell knows', 'X=exit; $X 0; npm test'],
		['a program from a substitution', '$(echo exec) true; npm test'],
		['a trap by another name', "T=trap; $T 'exit 0' EXIT; npm test"],
		['a program spelled with braces', '{exit,0}; npm test'],
		['an eval of a substitution', 'eval "$(echo exit 0)"; npm test'],
		['an eval under command', 'command eval "$X"; npm test'],
		['a sourced substitution', '. <(echo exit 0); npm test'],
		['a sourced file', 'source x; npm test'],
		['a file sourced under command', 'command . x; npm test'],
		['a callback of mapfile', "mapfile -C 'exit 0;' -c 1 x <<< a; npm test"],
		['a callback of readarray', "readarray -tC 'exit 0;' x <<< a; npm test"],
		['unknown options of set', 'set $X; npm test'],
		['an assignment to PATH', 'PATH=/tmp/x; npm test'],
		['a PATH for this call', 'PATH=/tmp/x:$PATH npm test'],
		['an exported PATH', 'export PATH=/tmp/x:$PATH; npm test'],
		['a quoted export of PATH', 'export "PATH=/tmp/x"; npm test'],
		['a declared PATH', 'declare -gx PATH=/tmp/x; npm test'],
		['a reference to PATH', 'declare -n x=PATH; x=/tmp; npm test'],
		['an export of an unknown name', 'export "$X"; npm test'],
		['a typeset ENV', 'typeset -x ENV=x; npm test'],
		['a readonly PATH', 'readonly PATH=/tmp; npm test'],
		['a printf into PATH', 'printf -v PATH /tmp/x; npm test'],
		['a printf into something unknown', 'printf -v "$X" /tmp/x; npm test'],
		['a read into PATH', 'read -r PATH <<< /tmp/x; npm test'],
		['a loop over PATH', 'for PATH in /tmp/x; do :; done; npm test'],
		['a default for PATH', `: \${PATH:=/tmp/x}; npm test`],
		['a PATH from env', 'env PATH=/tmp/x npm test'],
		['BASH_ENV', 'BASH_ENV=x npm test'],
		['SHELLOPTS', 'env SHELLOPTS=noexec npm test'],
		['a function in the environment', "env 'BASH_FUNC_npm%%=() { :; }' npm test"],
		['a setting of npm', 'npm_config_script_shell=/bin/true npm test'],
		['a setting of npm in capitals', 'NPM_CONFIG_SCRIPT_SHELL=/bin/true npm test'],
		['MAKEFLAGS', 'MAKEFLAGS=-n npm test'],
		['a hashed program', 'BASH_CMDS[npm]=/bin/true; npm test'],
		['an alias by its table', 'BASH_ALIASES[npm]=true; npm test'],
		['a cd to an absolute path', 'cd /tmp/x && npm test'],
		['a cd upwards', 'cd ../x && npm test'],
		['a cd upwards, later', 'cd x/../.. && npm test'],
		['a cd to the unknown', 'cd "$X" && npm test'],
		['a cd home', 'cd && npm test'],
		['a cd back', 'cd - && npm test'],
		['a pushd', 'pushd /tmp && npm test'],
		['a cd through CDPATH', 'CDPATH=/tmp cd x && npm test'],
		['a cd in a nested shell', "bash -c 'cd /tmp && npm test'"],
	])('D33: nothing is proven with %s', (_, source) => {
		expect(matches(source, 'npm test')).toBe(true);
		expect(proves(source, 'npm test')).toBe(false);
	});

	it.each([
		...['-v', '--versions', '-?', '-H', '--usage', '--hel', '--vers', '-h', '--if-present'],
		...['--script-shell=/bin/true', '--script-shell /bin/true', '-C x', '--prefix=x', '-w a'],
	])('npm test %s proves nothing', (option) => {
		expect(proves(`npm ${option} test`, 'npm test')).toBe(false);
		expect(proves(`npm test x ${option}`, 'npm test')).toBe(false);
	});

	it.each([
		...['--just-print', '--dry-run', '--touch', '--question', '-v', '--just', '--tou', '-C x'],
		...['-f x', '--file=x', "--eval='test:'", 'SHELL=/bin/true', 'MAKEFLAGS=-n', '-o test'],
	])('make test %s proves nothing', (option) => {
		expect(proves(`make ${option} test`, 'make test')).toBe(false);
		expect(proves(`make test ${option}`, 'make test')).toBe(false);
	});

	it.each([
		['pytest --collect-only', 'pytest'],
		['pytest --co', 'pytest'],
		['pytest -V', 'pytest'],
		['pytest --fixtures', 'pytest'],
		['pytest --setup-plan', 'pytest'],
		['python -m pytest --co', 'python -m pytest'],
		['cargo test --no-run', 'cargo test'],
		['cargo -V test', 'cargo test'],
		['cargo test -- --list', 'cargo test'],
		['go test -c', 'go test'],
		['go test -list=.', 'go test'],
		['go test -list .', 'go test'],
		['git -C d commit', 'git commit'],
		['git commit --porcelain', 'git commit'],
		['env -C /tmp npm test', 'npm test'],
		['sudo -D /tmp npm test', 'npm test'],
		['doas -C x npm test', 'npm test'],
		['/tmp/x/npm test', 'npm test'],
		['../x/npm test', 'npm test'],
		['./../x/npm test', 'npm test'],
		['x/node_modules/.bin/npm test', 'npm test'],
		['"$(npm bin)"/npm test', 'npm test'],
		['/tmp/x/timeout 5 npm test', 'npm test'],
		["/tmp/x/bash -c 'npm test'", 'npm test'],
		[`bash -c 'npm test "$@"' x --help`, 'npm test'],
		['find . -exec npm test ;', 'npm test'],
	])('%s does not prove %s', (source, pattern) => {
		expect(matches(source, pattern)).toBe(true);
		expect(proves(source, pattern)).toBe(false);
	});
});
