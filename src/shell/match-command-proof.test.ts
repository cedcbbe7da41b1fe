import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { proves } from '../../tests/support/proves.ts';
import { matchesCommand } from './match-command.ts';
import { parseCommand } from './parse-command.ts';

const matches = (source: string, pattern: string) => matchesCommand(parseCommand(source), pattern);

describe('provesCommand', () => {
	it.each([
		['before a pipe', 'npm test | tail'],
		['before a pipe of both streams', 'npm test |& tail'],
		['before ;', 'npm test; echo done'],
		['on an earlier line', 'npm test\necho done'],
		['before ||', 'npm test || true'],
		['after ||', 'true || npm test'],
		['between && and ||', 'npm test && echo ok || echo failed'],
		['before && but in an earlier part', 'npm test && a; b'],
		['in the background', 'npm test &'],
		['in the background behind &&', 'a && npm test &'],
		['in the background in a list', 'a; npm test &'],
		['in a background group', '(npm test) &'],
		['negated', '! npm test'],
		['negated as a group', '! (npm test)'],
		['in a condition', 'if npm test; then echo ok; fi'],
		['in a branch', 'if a; then npm test; fi'],
		['in a loop', 'for i in $(ls); do npm test; done'],
		['in a loop condition', 'until npm test; do sleep 1; done'],
		['in a case', 'case x in y) npm test;; esac'],
		['in a function', 'f() { npm test; }'],
		['in a function that is called', 'f() { npm test; }; f'],
		['in a substitution', 'echo $(npm test)'],
		['in an assignment', 'X=$(npm test)'],
		['in a process substitution', 'cat <(npm test)'],
		['in a here-document', 'cat <<E\n$(npm test)\nE'],
		['in a coproc', 'coproc npm test'],
		['in a nested shell, piped', "sh -c 'npm test | tail'"],
		['in a nested shell, before ;', "sh -c 'npm test; true'"],
		['in a nested shell that is piped', "sh -c 'npm test' | tail"],
		['in a nested shell that holds an expansion', 'sh -c "npm test $X"'],
		['in a nested shell that only reads', "bash -n -c 'npm test'"],
		['in a nested shell told not to execute', "bash -o noexec -c 'npm test'"],
		['as the input of a shell', 'bash <<< "npm test"'],
		['that does not parse', 'npm test "'],
	])('D33: nothing is proven %s', (_, source) => {
		expect(matches(source, 'npm test')).toBe(true);
		expect(proves(source, 'npm test')).toBe(false);
	});

	it.each([
		['a function of that name', 'npm() { :; }; npm test'],
		['another spelling of it', 'function npm { :; }; npm test'],
		['a function in a nested shell', "sh -c 'npm() { :; }; npm test'"],
		['an alias', 'alias npm=true; npm test'],
		['an early end', 'exit 0; npm test'],
		['an early end as the last status', 'true && exit; npm test'],
		['an early end whose status wraps around', 'exit 256; npm test'],
		['exec of something else', 'exec true; npm test'],
		['exec of something else behind &&', 'exec true && npm test'],
		['a trap', "trap 'exit 0' EXIT; npm test"],
		['a shell that does not execute', 'set -n; npm test'],
	])('D33: nothing is proven behind %s', (_, source) => {
		expect(matches(source, 'npm test')).toBe(true);
		expect(proves(source, 'npm test')).toBe(false);
	});

	it.each([
		['npm test --help', 'npm test'],
		['npm test -h', 'npm test'],
		['npm --version test', 'npm test'],
		['make -n test', 'make test'],
		['make -sn test', 'make test'],
		['make test -i', 'make test'],
		['npm $OPTIONS test', 'npm test'],
		['$SUDO npm test', 'npm test'],
		['echo a | xargs npm test', 'npm test'],
		['setsid npm test', 'npm test'],
		['sudo -b npm test', 'npm test'],
		['timeout --help npm test', 'npm test'],
		['caffeinate npm test', 'npm test'],
		["watch 'npm test'", 'npm test'],
		["env -S 'npm test'", 'npm test'],
	])('%s matches %s and proves nothing', (source, pattern) => {
		expect(matches(source, pattern)).toBe(true);
		expect(proves(source, pattern)).toBe(false);
	});

	it('the message of a commit, written as models write it, hides nothing', () => {
		const message = 'It\'s `a` "b" $(c\n\ngit push || true; # (d';
		const source = `git add -A && git commit -m "$(cat <<'EOF'\n${message}\nEOF\n)"`;
		expect(proves(source, 'git commit')).toBe(true);
		expect(matches(source, 'git push')).toBe(false);
	});

	it('an option in the pattern itself may be there', () => {
		expect(proves('make -n test', 'make -n test')).toBe(true);
	});

	it('never proves what does not match', () => {
		const piece = fc.constantFrom(
			...['npm', 'test', '-w', 'a', '&&', '||', ';', '|', '(', ')', '{', '}', '!', '$X', '$(', '"'],
			...['sh -c', 'sudo', 'exec', 'if', 'then', 'fi', '\n', '&', "'", '--help'],
		);
		fc.assert(
			fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
				const source = pieces.join(' ');
				return !proves(source, 'npm test') || matches(source, 'npm test');
			}),
			{ numRuns: 500 },
		);
	});
});
