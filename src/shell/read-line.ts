import { forEachChild, parse, type SyntaxNode } from 'unbash';
import { plainPath } from '../core/text/paths.ts';
import { type Hiding, type ProgramCall, programName, UNKNOWN } from './call.ts';
import { GIT_OPTIONS, skipOptions } from './options.ts';
import { looseWords, wordText } from './words.ts';
import { nestedSource, unwrap } from './wrappers.ts';

type RedirectedFile = Pick<ProgramCall, 'directory'> & { readonly word: string };

/** The calls of a command line, or, if it cannot be read, its bare words alone. */
export interface ParsedCommand {
	readonly kind: 'parsed' | 'unparsed';
	readonly source: string;
	readonly calls: readonly ProgramCall[];
	/** The files that redirections open to write. */
	readonly redirected: readonly RedirectedFile[];
	/** Only of a line that is not parsed. */
	readonly words: readonly string[];
}

/** Wrappers around one command. */
const MAX_WRAPPERS = 8;
const MAX_LENGTH = 100_000;
/** All sources within a line together. */
const MAX_NESTED = 1_000_000;
const MAX_CALLS = 10_000;
/** A longer one names no directory. */
const MAX_DIRECTORY = 1_024;
/**
 * unbash 6.0.4 recurses once per `f()`, `coproc`, `@(` or `<<E$(`, and overflows the stack at some
 * 2,000 of them.
 */
const MAX_OPENERS = 1_000;
const OPENERS = /[({`<]|coproc|function/g;

/** What changes in one shell of a line while its commands run one after the other. */
interface Shell {
	/** As in {@link ProgramCall}. */
	directory: string | undefined;
	/** `set -o pipefail`: the status of every command of a pipe counts. */
	pipefail: boolean;
}

interface Visit {
	readonly node: SyntaxNode;
	readonly hiddenBy: Hiding | undefined;
	readonly shell: Shell;
	/** The here-document or here-string around it. */
	readonly input: string | undefined;
}

interface Reading {
	readonly calls: ProgramCall[];
	readonly redirected: RedirectedFile[];
	/** A stack, not recursion: hostile nesting costs memory here, not the process. */
	readonly open: Visit[];
	/** What the line gives its variables; {@link UNKNOWN} if that is not one known text. */
	readonly variables: Map<string, string>;
	/** Characters of sources that may still be read. */
	budget: number;
	/** Broken syntax, or beyond a bound. */
	isUnreadable: boolean;
}

/**
 * Reads a command line into the calls a shell would make of it: in lists, pipelines, compound
 * commands, substitutions, nested shells and wrappers. Never throws. Broken syntax, more than 100 kB
 * or 10,000 calls come back as `unparsed`, with their words.
 */
export function parseCommand(source: string): ParsedCommand {
	const reading: Reading = {
		calls: [],
		redirected: [],
		open: [],
		variables: new Map(Object.entries({ HOME: '~', PWD: '.' })),
		budget: MAX_NESTED,
		isUnreadable: false,
	};
	const shell = { directory: '', pipefail: false };
	openSource(reading, source, { hiddenBy: undefined, shell, input: undefined });
	while (!reading.isUnreadable) {
		const next = reading.open.pop();
		if (next === undefined) break;
		readNode(reading, next);
	}
	const { calls, redirected, isUnreadable } = reading;
	if (!isUnreadable) return { kind: 'parsed', source, calls, redirected, words: [] };
	return { kind: 'unparsed', source, calls: [], redirected: [], words: looseWords(source) };
}

function openSource(reading: Reading, source: string, at: Omit<Visit, 'node'>): void {
	reading.budget -= source.length;
	reading.isUnreadable ||= reading.budget < 0 || source.length > MAX_LENGTH;
	reading.isUnreadable ||= (source.match(OPENERS)?.length ?? 0) > MAX_OPENERS;
	if (!reading.isUnreadable) reading.open.push({ ...at, node: parse(source) });
}

function readNode(reading: Reading, visit: Visit): void {
	const { node, shell } = visit;
	if (node.type === 'Script' && node.errors !== undefined) reading.isUnreadable = true;
	noteVariable(reading.variables, node);
	const input = readRedirections(reading, visit);
	const { deciding: those, hiding } = decidingChildren(node, shell.pipefail);
	const deciding = new Set(those);
	const children: Visit[] = [];
	forEachChild(node, (child) =>
		children.push({
			node: child,
			hiddenBy: visit.hiddenBy ?? (deciding.has(child) ? undefined : hiding),
			shell: startsShells(node) ? { ...shell } : shell,
			input,
		}),
	);
	for (const child of children.reverse()) reading.open.push(child);
	if (node.type !== 'Command' || node.name === undefined) return;
	const words = [node.name, ...node.args].map((word) => wordText(word, reading.variables));
	readCall(reading, words, { ...visit, input });
}

/**
 * The children of a node whose failure is its failure, and what hides the others: the last of a
 * list or a pipeline (all under `set -o pipefail`), all of `a && b`, `c` of `a || b && c`.
 */
function decidingChildren(
	node: SyntaxNode,
	pipefail: boolean,
): { readonly deciding: readonly SyntaxNode[]; readonly hiding: Hiding } {
	switch (node.type) {
		case 'Script':
		case 'CompoundList':
			return { deciding: node.commands.slice(-1), hiding: 'followed' };
		case 'Statement':
			return { deciding: node.background ? [] : [node.command], hiding: 'background' };
		case 'AndOr': {
			const or = node.operators.lastIndexOf('||');
			return { deciding: or < 0 ? node.commands : node.commands.slice(or + 2), hiding: 'or' };
		}
		case 'Pipeline': {
			if (node.prefixes.some(({ type }) => type === 'Negation'))
				return { deciding: [], hiding: 'line' };
			return { deciding: pipefail ? node.commands : node.commands.slice(-1), hiding: 'pipe' };
		}
		case 'Subshell':
		case 'BraceGroup':
			return { deciding: [node.body], hiding: 'line' };
		case 'Redirected':
			return { deciding: [node.command], hiding: 'line' };
		default:
			return { deciding: [], hiding: 'line' };
	}
}

/** A longer value is no name of a file, a program or an option. */
const MAX_VALUE = 256;

/** Notes what a node sets: `D=x`, `for f in a b`. */
function noteVariable(variables: Map<string, string>, node: SyntaxNode): void {
	if (node.type === 'For' || node.type === 'Select') variables.set(node.name.text, UNKNOWN);
	if (node.type !== 'Assignment') return;
	const { name, value, append } = node;
	const isText = value.type === 'Word' && append !== true;
	const text = isText ? wordText(value, variables) : UNKNOWN;
	const isSame = (variables.get(name) ?? text) === text;
	variables.set(name, isSame && text.length <= MAX_VALUE ? text : UNKNOWN);
}

/** Whether the children of a node run in shells of their own, each. */
function startsShells(node: SyntaxNode): boolean {
	if (node.type === 'Statement') return node.background === true;
	if (node.type === 'Pipeline') return node.commands.length > 1;
	return /^(?:Subshell|Coproc|CommandExpansion|ProcessSubstitution)$/.test(node.type);
}

/** Notes the files that a node's redirections write, and gives what its commands have to read. */
function readRedirections(
	{ redirected, variables }: Reading,
	{ node, shell: { directory }, input }: Visit,
): string | undefined {
	if (node.type !== 'Redirected' && node.type !== 'Command') return input;
	let given = input;
	for (const redirect of node.redirects) {
		if (redirect.type === 'HereDoc') given = redirect.body.text;
		if (redirect.type === 'HereDoc' || redirect.target === undefined) continue;
		const word = wordText(redirect.target, variables);
		// `2>&1`, `2>&-`.
		const isDescriptor = redirect.operator === '>&' && /^[\d-]+$/.test(word);
		if (redirect.type === 'HereString') given = word;
		else if (redirect.operator.includes('>') && !isDescriptor) redirected.push({ word, directory });
	}
	return given;
}

/** Notes a call and those that it wraps, one below the other. */
function readCall(reading: Reading, words: readonly string[], visit: Visit): void {
	let { hiddenBy } = visit;
	let inner: readonly string[] | undefined = words;
	for (let peeled = 0; inner !== undefined; peeled++) {
		const source = nestedSource(inner, visit.input);
		const wrapped: ReturnType<typeof unwrap> = source === undefined ? unwrap(inner) : undefined;
		const directory = workingDirectory(inner, visit.shell);
		const wraps = source !== undefined || (wrapped !== undefined && inner[0] !== UNKNOWN);
		reading.calls.push({ words: inner, hiddenBy, directory, wraps });
		reading.isUnreadable ||= peeled > MAX_WRAPPERS || reading.calls.length > MAX_CALLS;
		if (reading.isUnreadable) return;
		followShell(visit.shell, inner);
		if (source !== undefined) {
			const isOwn = programName(inner[0]) === 'eval';
			const shell = isOwn ? visit.shell : { directory, pipefail: setsPipefail(inner) };
			openSource(reading, source, { ...visit, hiddenBy, shell });
		}
		if (wrapped?.hides) hiddenBy ??= 'line';
		inner = wrapped?.words;
	}
}

/**
 * Where a call works: where its shell is, or, for git, where `-C` and `--git-dir` lead from there.
 */
function workingDirectory(words: readonly string[], { directory }: Shell): string | undefined {
	if (programName(words[0]) !== 'git') return directory;
	const own = words.slice(1, skipOptions(words, 1, GIT_OPTIONS));
	return own.reduce<string | undefined>((from, word, at) => {
		const isValue = /^(?:-C|--git-dir)$/.test(own[at - 1] ?? '');
		const target = isValue ? word : /^--git-dir=(.+)/s.exec(word)?.[1];
		return target === undefined ? from : directoryIn(from, target);
	}, directory);
}

/** Follows `cd`, `pushd`, `popd`, `set -o pipefail` and `set +o pipefail`. */
function followShell(shell: Shell, words: readonly string[]): void {
	const program = programName(words[0]);
	if (program === 'set' && words.includes('pipefail')) shell.pipefail = setsPipefail(words);
	if (program === 'popd') shell.directory = undefined;
	if (program !== 'cd' && program !== 'pushd') return;
	const [target = program === 'cd' ? '~' : '-'] = words
		.slice(1)
		.filter((word) => !/^-./.test(word));
	shell.directory = directoryIn(shell.directory, target);
}

function setsPipefail(words: readonly string[]): boolean {
	return /^-[a-z]*o$/.test(words[words.indexOf('pipefail') - 1] ?? '');
}

/** The directory that a word leads to; `undefined` if only the shell knows. */
function directoryIn(from: string | undefined, word: string): string | undefined {
	const isAbsolute = /^[/~]/.test(word);
	const isKnown = word !== '-' && !/[\0*?[]/.test(word) && (isAbsolute || from !== undefined);
	const path = isAbsolute || from === '' ? word : `${from}/${word}`;
	if (!isKnown || path.length > MAX_DIRECTORY) return undefined;
	if (path.startsWith('/')) return plainPath(path);
	const kept: string[] = [];
	for (const part of path.split('/')) {
		if (part === '..' && kept.length > 0 && kept.at(-1) !== '..') kept.pop();
		else if (part !== '' && part !== '.') kept.push(part);
	}
	return kept.join('/');
}
