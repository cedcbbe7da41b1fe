import { type CommandArgument, forEachChild, parse, type SyntaxNode, type WordPart } from 'unbash';
import {
	dashesIn,
	GIT_OPTIONS,
	type Hiding,
	leadingOptions,
	type ProgramCall,
	programName,
	skipOptions,
	startedBy,
	UNKNOWN,
} from './call.ts';

type RedirectedFile = Pick<ProgramCall, 'directory'> & { readonly word: string };

/**
 * The calls of a command line. Of one that does not parse, those of the lines before the error, as
 * calls that prove nothing, and its bare words.
 */
export interface ParsedCommand {
	readonly kind: 'parsed' | 'unparsed';
	readonly source: string;
	readonly calls: readonly ProgramCall[];
	/** The files that redirections open to write. */
	readonly redirected: readonly RedirectedFile[];
	/** Only of a line that is not parsed. */
	readonly words: readonly string[];
}

const MAX_LENGTH = 100_000;
/** unbash 6.0.4 recurses once per bracket, and overflows the stack at some 2,000 of them. */
const MAX_NESTING = 1_000;
/** What hides a call if nothing more exact is known. */
const REST = 'the rest of the line';
/** Characters of all sources and directories of a line and words of its calls, together. */
const MAX_STEPS = 1_000_000;

/** What changes in one shell of a line while its commands run one after the other. */
interface Shell {
	/** As in {@link ProgramCall}. */
	directory: string | undefined;
	/** `set -o pipefail`: the status of every command of a pipe counts. */
	pipefail: boolean;
}

/** A node of the syntax tree that is still to be read. */
interface OpenNode {
	readonly node: SyntaxNode;
	readonly hiddenBy: Hiding | undefined;
	readonly shell: Shell;
}

interface Reading {
	readonly calls: ProgramCall[];
	readonly redirected: RedirectedFile[];
	/** A stack, not recursion: hostile nesting costs memory here, not the process. */
	readonly open: OpenNode[];
	/** What the line gives its variables; {@link UNKNOWN} if that is not one known text. */
	readonly variables: Map<string, string>;
	stepsLeft: number;
	/** A source of it has broken syntax: the lines before the error are read. */
	isBroken: boolean;
	/** Beyond a bound: nothing of it is read. */
	isUnreadable: boolean;
}

/**
 * Reads a command line into the calls a shell would make of it: in lists, pipelines, compound
 * commands, substitutions, nested shells and wrappers. Never throws. Broken syntax and what is
 * beyond a bound comes back as `unparsed`, with its words.
 */
export function parseCommand(source: string): ParsedCommand {
	const reading: Reading = {
		calls: [],
		redirected: [],
		open: [],
		variables: new Map(Object.entries({ HOME: '~', PWD: '.' })),
		stepsLeft: MAX_STEPS,
		isBroken: false,
		isUnreadable: false,
	};
	const shell = { directory: '', pipefail: false };
	openSource(reading, source, { hiddenBy: undefined, shell });
	for (let next = reading.open.pop(); next !== undefined; next = reading.open.pop()) {
		if (reading.isUnreadable) break;
		readNode(reading, next);
	}
	const { calls, redirected, isBroken, isUnreadable } = reading;
	const words = isBroken || isUnreadable ? looseWords(source) : [];
	if (isUnreadable) return { kind: 'unparsed', source, calls: [], redirected: [], words };
	if (!isBroken) return { kind: 'parsed', source, calls, redirected, words };
	const hidden = calls.map((call) => ({ ...call, hiddenBy: call.hiddenBy ?? REST }));
	return { kind: 'unparsed', source, calls: hidden, redirected, words };
}

function openSource(reading: Reading, source: string, at: Omit<OpenNode, 'node'>): void {
	takeSteps(reading, source.length);
	reading.isUnreadable ||= source.length > MAX_LENGTH || nesting(source) > MAX_NESTING;
	if (reading.isUnreadable) return;
	const node = parse(source);
	const [error] = node.errors ?? [];
	if (error === undefined) {
		reading.open.push({ ...at, node });
		return;
	}
	reading.isBroken = true;
	// A shell runs the lines before the one that it cannot read.
	openSource(reading, source.slice(0, Math.max(0, source.lastIndexOf('\n', error.pos))), at);
}

function takeSteps(reading: Reading, steps: number): void {
	reading.stepsLeft -= steps;
	reading.isUnreadable ||= reading.stepsLeft < 0;
}

/** How deep brackets are nested in a source, roughly. */
function nesting(source: string): number {
	let [depth, deepest] = [0, 0];
	for (const [one] of source.matchAll(/[(){}]|coproc|function/g)) {
		depth = Math.max(0, depth + (/[)}]/.test(one) ? -1 : 1));
		deepest = Math.max(deepest, depth);
	}
	return deepest;
}

function readNode(reading: Reading, here: OpenNode): void {
	const { node, shell } = here;
	// A substitution that does not parse.
	if (node.type === 'Script' && node.errors !== undefined) {
		reading.isBroken = true;
		return;
	}
	noteVariable(reading.variables, node);
	const input = readRedirections(reading, here);
	const { deciding, hiding } = decidingChildren(node, shell.pipefail);
	const children: OpenNode[] = [];
	forEachChild(node, (child) =>
		children.push({
			node: child,
			hiddenBy: here.hiddenBy ?? (deciding.has(child) ? undefined : hiding),
			shell: startsShells(node) ? { ...shell } : shell,
		}),
	);
	for (const child of children.reverse()) reading.open.push(child);
	if (node.type !== 'Command' || node.name === undefined) return;
	const words = [node.name, ...node.args].map((word) => wordText(word, reading.variables));
	readCall(reading, words, { ...here, input });
}

/**
 * The children of a node whose failure is its failure, and what hides the others: the last of a
 * list or a pipeline (all under `set -o pipefail`), all of `a && b`, `c` of `a || b && c`.
 */
function decidingChildren(node: SyntaxNode, pipefail: boolean) {
	const decide = (hiding: Hiding, ...deciding: readonly SyntaxNode[]) => ({
		hiding,
		deciding: new Set(deciding),
	});
	switch (node.type) {
		case 'Script':
		case 'CompoundList':
			return decide('what follows it', ...node.commands.slice(-1));
		case 'Statement':
			return decide('the background', ...(node.background ? [] : [node.command]));
		case 'AndOr': {
			const or = node.operators.lastIndexOf('||');
			return decide('`||`', ...(or < 0 ? node.commands : node.commands.slice(or + 2)));
		}
		case 'Pipeline':
			if (node.prefixes.some(({ type }) => type === 'Negation')) return decide(REST);
			return decide('the pipe', ...(pipefail ? node.commands : node.commands.slice(-1)));
		case 'Subshell':
		case 'BraceGroup':
			return decide(REST, node.body);
		case 'Redirected':
			return decide(REST, node.command);
		default:
			return decide(REST);
	}
}

/** Whether the children of a node run in shells of their own, each. */
function startsShells(node: SyntaxNode): boolean {
	if (node.type === 'Statement') return node.background === true;
	if (node.type === 'Pipeline') return node.commands.length > 1;
	return /^(?:Subshell|Coproc|CommandExpansion|ProcessSubstitution)$/.test(node.type);
}

/** Notes the files that a node's redirections write, and gives its here-document or here-string. */
function readRedirections(
	{ redirected, variables }: Reading,
	{ node, shell: { directory } }: OpenNode,
): string | undefined {
	if (node.type !== 'Redirected' && node.type !== 'Command') return undefined;
	let given: string | undefined;
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

/**
 * A word of a line without its quotes: `com"m"it` is `commit`. Patterns and braces stay as they
 * are; other expansions than those of known variables are {@link UNKNOWN}.
 */
function wordText(word: CommandArgument, variables: ReadonlyMap<string, string>): string {
	const textOf = (part: WordPart): string => {
		const { type } = part;
		if (type === 'DoubleQuoted' || type === 'LocaleString') return part.parts.map(textOf).join('');
		if (type === 'SimpleExpansion' || type === 'ParameterExpansion')
			return variables.get(part.text.replaceAll(/[${}]/g, '')) ?? UNKNOWN;
		if (type === 'BraceExpansion' || type === 'ExtendedGlob') return part.text;
		return 'value' in part ? part.value : UNKNOWN;
	};
	if (word.type === 'Assignment') return `${word.name}=${UNKNOWN}`;
	return word.parts?.map(textOf).join('').replaceAll(/\0+/g, UNKNOWN) ?? word.value;
}

/**
 * The words of a source that does not parse, without quotes and operators: `sh -c "git commit` is
 * `sh`, `-c`, `git`, `commit`. More words than a shell would see, never fewer.
 */
function looseWords(source: string): readonly string[] {
	return source
		.replaceAll(/\\\r?\n/g, '')
		.replaceAll(/\$(?=["'])|["'\\]/g, '')
		.split(/[\s;&|()<>{}`]+/)
		.filter((word) => word !== '');
}

/**
 * Notes a call and those that it starts, one below the other.
 *
 * @param input its here-document
 */
function readCall(
	reading: Reading,
	written: readonly string[],
	{ shell, hiddenBy: around, input }: Omit<OpenNode, 'node'> & { input: string | undefined },
): void {
	let hiddenBy = around;
	let { directory } = shell;
	let words = written;
	while (words.length > 0 && !reading.isUnreadable) {
		const program = programName(words[0]);
		const source = nestedSource(words, input);
		const started = source === undefined ? startedBy(words) : [];
		directory = directoryOf(words, started, directory);
		const wraps = source !== undefined || (started.length > 0 && program !== UNKNOWN);
		reading.calls.push({ words, written, hiddenBy, directory, wraps });
		takeSteps(reading, words.length + (directory?.length ?? 0));
		followShell(shell, words);
		if (source !== undefined) {
			const nested = { directory, pipefail: setsPipefail(words) };
			openSource(reading, source, { hiddenBy, shell: program === 'eval' ? shell : nested });
		}
		// It may be empty, run nothing, or go on in the background.
		if (/^(?:\0|xargs|setsid)$/.test(program)) hiddenBy ??= REST;
		words = started;
	}
}

/**
 * The source that a call has a shell read: `sh -c '…'`, `eval …`, `bash <<EOF`. A file (`bash
 * ci.sh`) is out of reach: `undefined`.
 *
 * @param input the here-document of the call
 */
function nestedSource(words: readonly string[], input: string | undefined): string | undefined {
	const program = programName(words[0]);
	if (program === 'eval') return words.slice(1).join(' ') || undefined;
	if (!/^(?:ba|z|da|k|a)?sh$/.test(program)) return undefined;
	let end = 1;
	let isSource = false;
	for (let word = words[end] ?? ''; /^[-+]./.test(word); word = words[end] ?? '') {
		isSource ||= /^-[a-z]*c/.test(word);
		// `-euo pipefail`, `--rcfile f`.
		end += /^(?:[-+][a-z]*o|--\w+-?file)$/.test(word) ? 2 : 1;
	}
	if (isSource) return words[end];
	return end < words.length ? undefined : input;
}

/** Where a call works, and what it starts: where its shell is, or where options lead from there. */
function directoryOf(
	words: readonly string[],
	started: readonly string[],
	from: string | undefined,
): string | undefined {
	const program = programName(words[0]);
	const leads = leadingOptions(program, started.length > 0);
	let end = dashesIn(words);
	if (started.length > 0) end = words.length - started.length;
	else if (program === 'git') end = skipOptions(words, 1, GIT_OPTIONS);
	let led = from;
	for (let at = 1; at < end; at++) {
		const [, option = '', value] = /^([^=]*)=?(.+)?$/s.exec(words[at] ?? '') ?? [];
		if (leads.includes(option)) led = directoryIn(led, value ?? words[at + 1] ?? '');
	}
	return led;
}

/** Follows `cd`, `pushd`, `popd`, `set -o pipefail` and `set +o pipefail`. */
function followShell(shell: Shell, words: readonly string[]): void {
	const program = programName(words[0]);
	if (program === 'set' && words.includes('pipefail')) shell.pipefail = setsPipefail(words);
	if (program === 'popd') shell.directory = undefined;
	if (program !== 'cd' && program !== 'pushd') return;
	const target = words.slice(1).find((word) => !/^-./.test(word));
	shell.directory = directoryIn(shell.directory, target ?? (program === 'cd' ? '~' : '-'));
}

function setsPipefail(words: readonly string[]): boolean {
	return /^-[a-z]*o$/.test(words[words.indexOf('pipefail') - 1] ?? '');
}

/** The directory that a word leads to; `undefined` if only the shell knows. */
function directoryIn(from: string | undefined, word: string): string | undefined {
	if (word === '-' || /[\0*?[]/.test(word)) return undefined;
	if (/^[/~]/.test(word)) return word;
	if (from === undefined || /^\.\/?$/.test(word)) return from;
	return from === '' ? word : `${from}/${word}`;
}
