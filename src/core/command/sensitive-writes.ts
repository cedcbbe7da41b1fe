import type { SyntaxNode } from 'unbash';
import { type Call, programName, UNKNOWN } from './call.ts';

/** Variables that decide which program runs, or what it does, whatever its words say. */
const names =
	'PATH|BASH_[\\w%]*|ENV|ZDOTDIR|SHELLOPTS|BASHOPTS|CDPATH|LD_\\w+|DYLD_\\w+|GNUMAKEFLAGS|MAKEFLAGS|MFLAGS|PYTEST_ADDOPTS|GOFLAGS|MAVEN_ARGS|MAVEN_OPTS|GRADLE_OPTS|JAVA_TOOL_OPTIONS|SPEC_OPTS|TESTOPTS|CARGO_TARGET_\\w+_RUNNER|TOX_\\w+|CTEST_\\w+|[Nn][Pp][Mm]_[Cc][Oo][Nn][Ff][Ii][Gg]_\\w*';
const sensitiveName = new RegExp(`^(?:${names})$`);
/** As an argument: `PATH`, `PATH=x`, `PATH+=x`, `-vPATH`. */
const sensitiveWord = new RegExp(`^(?:-[a-z]*)?(${names})(?:$|[=+[])`);
/** An unknown name, that may be any: `"$X"`, `P$X=1`. */
const unknownName = new RegExp(`^[^=]*${UNKNOWN}`);

/** Builtins whose arguments are names they write to. */
const writers = new Set(
	'export declare typeset readonly local read mapfile readarray getopts wait unset'.split(' '),
);
/** Programs that take settings for the program they run. */
const setters = new Set(['env', 'sudo', 'doas', 'printf', 'make', 'gmake']);

/**
 * Whether a node of a command line itself (not a call) sets a variable that decides what later calls
 * do (D33): `PATH=/tmp/x`, `for PATH in …`, `${PATH:=x}`, `BASH_CMDS[npm]=…`.
 */
export function writesSensitive(node: SyntaxNode): boolean {
	if (node.type === 'Assignment') return sensitiveName.test(node.name);
	if (node.type === 'For' || node.type === 'Select') return sensitiveName.test(node.name.text);
	if (node.type !== 'ParameterExpansion' || node.operation?.type !== 'Default') return false;
	return node.operation.operator.endsWith('=') && sensitiveName.test(node.parameter);
}

/** Whether a call does so by its arguments: `export PATH=x`, `printf -v PATH x`, `env PATH=x npm`. */
export function setsSensitive(words: readonly string[]): boolean {
	const program = programName(words[0]);
	const given = words.slice(1);
	if (program === 'printf' && !/^(?:-v|\0)/.test(given[0] ?? '')) return false;
	if (program === 'printf' && given.slice(0, 2).some((word) => word.includes(UNKNOWN))) return true;
	if (writers.has(program) && given.some((word) => unknownName.test(word) || nameref(word)))
		return true;
	return (writers.has(program) || setters.has(program)) && given.some((w) => sensitiveWord.test(w));
}

/** The first such variable that a command line sets, where its words name it. */
export function sensitiveIn(
	variables: ReadonlyMap<string, unknown>,
	calls: readonly Call[],
): string | undefined {
	const setting = calls.flatMap(({ words }) => (setsSensitive(words) ? words.slice(1) : []));
	return [...variables.keys(), ...setting]
		.map((word) => sensitiveWord.exec(word)?.[1])
		.find((name) => name !== undefined);
}

/** `declare -n x=PATH`: a write to `x` is one to `PATH`. */
function nameref(word: string): boolean {
	return /^-[a-zA-Z]*n/.test(word);
}
