import type { SyntaxNode } from 'unbash';
import { isInside } from '../core/text/paths.ts';
import { directoryProgram, type Hiding, programName, UNKNOWN } from './call.ts';

/** What the success of a node of a line says of its direct children (D33). */
interface ChildStatus {
	/** Their failure makes the node fail, so that its success proves theirs. */
	readonly deciding: readonly SyntaxNode[];
	/** They run whenever the node does, whatever became of those before them. */
	readonly certain: readonly SyntaxNode[];
	/** What keeps the node's success from proving that of the others. */
	readonly hiding: Hiding;
}

/** Most nodes are words, whose children decide nothing. */
const NOTHING_DECIDES: ChildStatus = { deciding: [], certain: [], hiding: 'line' };

/**
 * Of a list and a pipeline the last child decides (all of a pipeline under `set -o pipefail`), all of `a && b`, of
 * `a || b && c` only `c`; none of what is negated, in the background, in a condition, a loop, a function or a
 * substitution.
 */
export function childStatus(node: SyntaxNode, pipefail: boolean): ChildStatus {
	const all = (children: readonly SyntaxNode[], hiding: Hiding) => ({
		deciding: children,
		certain: children,
		hiding,
	});
	switch (node.type) {
		case 'Script':
		case 'CompoundList':
			return { deciding: node.commands.slice(-1), certain: node.commands, hiding: 'followed' };
		case 'Statement':
			return all(node.background ? [] : [node.command], 'background');
		case 'AndOr': {
			const or = node.operators.lastIndexOf('||');
			const deciding = or < 0 ? node.commands : node.commands.slice(or + 2);
			return { deciding, certain: node.commands.slice(0, 1), hiding: 'or' };
		}
		case 'Pipeline': {
			const hiding = node.commands.length > 1 ? 'pipe' : 'line';
			if (node.prefixes.some(({ type }) => type === 'Negation')) return all([], hiding);
			const last = node.commands.slice(-1);
			return { deciding: pipefail ? node.commands : last, certain: last, hiding };
		}
		case 'Subshell':
		case 'BraceGroup':
			return all([node.body], 'line');
		case 'Redirected':
			return all([node.command], 'line');
		default:
			return NOTHING_DECIDES;
	}
}

/**
 * After this call a success of the command line says nothing about the calls in it: it may end the
 * shell early and well (`exit 0; npm test`; `cd x || exit 1` is harmless), have the last word
 * (`trap`), rename programs (`alias`, `PATH=…`), have the shell read without running (`set -n`), or
 * be any of these, as a name that only the running shell knows may (`$X 0`) and a file that is read
 * (`. x`), but for what activates a virtual environment of the project. D33.
 */
export function hidesStatus(words: readonly string[], roots: readonly string[]): boolean {
	if (words[0]?.includes(UNKNOWN)) return true;
	const program = programName(words[0]);
	if (program === 'source' || program === '.') return !activates(words, roots);
	if (program === 'exit' || program === 'return') return !/^[1-9]\d?$/.test(words[1] ?? '');
	if (program === 'set') return words.some((word) => /^-[a-z]*n|^noexec$|\0/i.test(word));
	const reads = program === 'mapfile' || program === 'readarray';
	if (reads && words.some((word) => /^-[a-z]*C/.test(word))) return true;
	if (/^(?:trap|alias|hash|enable|logout)$/.test(program) || words.includes('noexec')) return true;
	return setsSensitive(words);
}

/** `source .venv/bin/activate`: a file inside the project, as its tests are. */
function activates(words: readonly string[], roots: readonly string[]): boolean {
	const [, file = '', more] = words;
	if (more !== undefined || hasParent(file) || !/\/(?:bin|Scripts)\/activate$/.test(file))
		return false;
	return file.startsWith('/') ? isAtHome(file, roots) : /^[\w./-]+$/.test(file);
}

/**
 * After this call the shell may stand outside the project: `cd` to anything but a fixed path below
 * where it stands, or in or below one of the project's own `roots` (D33: what is tested elsewhere
 * proves nothing here).
 */
export function leavesProject(words: readonly string[], roots: readonly string[]): boolean {
	const program = directoryProgram(words[0]);
	if (program === 'popd') return true;
	if (program === undefined) return false;
	const targets = words.slice(1).filter((word) => !/^-[LPe]*-?$/.test(word) || word === '-');
	const [target = ''] = targets;
	if (targets.length !== 1 || hasParent(target)) return true;
	return !/^[^/~+\0*?[-][^\0*?[]*$/.test(target) && !isAtHome(target, roots);
}

function isAtHome(target: string, roots: readonly string[]): boolean {
	const isFixed = !/[\0*?[]/.test(target);
	return isFixed && roots.some((root) => target === root || isInside(target, root));
}

function hasParent(path: string): boolean {
	return path.split('/').includes('..');
}

/** Variables that decide which program runs, or what it does, whatever its words say. */
const names =
	'PATH|BASH_[\\w%]*|ENV|ZDOTDIR|SHELLOPTS|BASHOPTS|CDPATH|LD_\\w+|DYLD_\\w+|GNUMAKEFLAGS|MAKEFLAGS|MFLAGS|PYTEST_ADDOPTS|GOFLAGS|MAVEN_ARGS|MAVEN_OPTS|GRADLE_OPTS|JAVA_TOOL_OPTIONS|SPEC_OPTS|TESTOPTS|CARGO_TARGET_\\w+_RUNNER|TOX_\\w+|CTEST_\\w+|[Nn][Pp][Mm]_[Cc][Oo][Nn][Ff][Ii][Gg]_\\w*';
const sensitiveName = new RegExp(`^(?:${names})$`);
/** As an argument: `PATH`, `PATH=x`, `PATH+=x`, `-vPATH`. */
const sensitiveWord = new RegExp(`^(?:-[a-z]*)?(${names})(?:$|[=+[])`);

/** Builtins whose arguments are names they write to. */
const writers =
	/^(?:export|declare|typeset|readonly|local|read|mapfile|readarray|getopts|wait|unset)$/;
/** Programs that take settings for the program they run. */
const setters = /^(?:env|sudo|doas|printf|g?make)$/;

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
function setsSensitive(words: readonly string[]): boolean {
	const program = programName(words[0]);
	const given = words.slice(1);
	if (program === 'printf') {
		if (!/^(?:-v|\0)/.test(given[0] ?? '')) return false;
		if (given.slice(0, 2).some((word) => word.includes(UNKNOWN))) return true;
	}
	// An unknown name may be any: `"$X"`, `P$X=1`. After `declare -n x=PATH`, a write to `x` is one to `PATH`.
	const mayBeAny = (word: string) => /^[^=]*\0|^-[a-zA-Z]*n/.test(word);
	if (writers.test(program) && given.some(mayBeAny)) return true;
	const sets = writers.test(program) || setters.test(program);
	return sets && given.some((word) => sensitiveWord.test(word));
}
