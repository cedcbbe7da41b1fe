import { type CommandArgument, forEachChild, parse, type SyntaxNode, type WordPart } from 'unbash';
import { plainPath } from '../core/text/paths.ts';
import {
	byName,
	GIT_OPTIONS,
	type Hiding,
	type ProgramCall,
	programName,
	skipOptions,
	UNKNOWN,
	wordsIn,
} from './call.ts';

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

const MAX_LENGTH = 100_000;
/** unbash 6.0.4 recurses once per bracket, and overflows the stack at some 2,000 of them. */
const MAX_NESTING = 1_000;
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
	/** The here-document or here-string around it. */
	readonly input: string | undefined;
}

interface Reading {
	readonly calls: ProgramCall[];
	readonly redirected: RedirectedFile[];
	/** A stack, not recursion: hostile nesting costs memory here, not the process. */
	readonly open: OpenNode[];
	/** What the line gives its variables; {@link UNKNOWN} if that is not one known text. */
	readonly variables: Map<string, string>;
	stepsLeft: number;
	/** Broken syntax, or beyond a bound. */
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
		isUnreadable: false,
	};
	const shell = { directory: '', pipefail: false };
	openSource(reading, source, { hiddenBy: undefined, shell, input: undefined });
	for (let next = reading.open.pop(); next !== undefined; next = reading.open.pop()) {
		if (reading.isUnreadable) break;
		readNode(reading, next);
	}
	const { calls, redirected, isUnreadable } = reading;
	if (!isUnreadable) return { kind: 'parsed', source, calls, redirected, words: [] };
	return { kind: 'unparsed', source, calls: [], redirected: [], words: looseWords(source) };
}

function openSource(reading: Reading, source: string, at: Omit<OpenNode, 'node'>): void {
	reading.stepsLeft -= source.length;
	reading.isUnreadable ||= reading.stepsLeft < 0 || source.length > MAX_LENGTH;
	reading.isUnreadable ||= nesting(source) > MAX_NESTING;
	if (!reading.isUnreadable) reading.open.push({ ...at, node: parse(source) });
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
	if (node.type === 'Script' && node.errors !== undefined) reading.isUnreadable = true;
	noteVariable(reading.variables, node);
	const input = readRedirections(reading, here);
	const { deciding, hiding } = decidingChildren(node, shell.pipefail);
	const children: OpenNode[] = [];
	forEachChild(node, (child) =>
		children.push({
			node: child,
			hiddenBy: here.hiddenBy ?? (deciding.has(child) ? undefined : hiding),
			shell: startsShells(node) ? { ...shell } : shell,
			input,
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
			if (node.prefixes.some(({ type }) => type === 'Negation'))
				return decide('the rest of the line');
			return decide('the pipe', ...(pipefail ? node.commands : node.commands.slice(-1)));
		case 'Subshell':
		case 'BraceGroup':
			return decide('the rest of the line', node.body);
		case 'Redirected':
			return decide('the rest of the line', node.command);
		default:
			return decide('the rest of the line');
	}
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
	{ node, shell: { directory }, input }: OpenNode,
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

/** Notes a call and those that it wraps, one below the other. */
function readCall(reading: Reading, written: readonly string[], here: OpenNode): void {
	const { shell, input } = here;
	let { hiddenBy } = here;
	let words: readonly string[] | undefined = written;
	while (words !== undefined) {
		const source = nestedSource(words, input);
		const inner: InnerCommand | undefined = source === undefined ? unwrap(words) : undefined;
		const directory = workingDirectory(words, shell);
		const wraps = source !== undefined || (inner !== undefined && words[0] !== UNKNOWN);
		reading.calls.push({ words, hiddenBy, directory, wraps });
		reading.stepsLeft -= words.length + (directory?.length ?? 0);
		reading.isUnreadable ||= reading.stepsLeft < 0;
		if (reading.isUnreadable) return;

		followShell(shell, words);
		if (source !== undefined) {
			const isOwn = programName(words[0]) === 'eval';
			const nested = isOwn ? shell : { directory, pipefail: setsPipefail(words) };
			openSource(reading, source, { hiddenBy, shell: nested, input });
		}
		if (inner?.hides) hiddenBy ??= 'the rest of the line';
		words = inner?.words;
	}
}

/**
 * Programs that run the command among their own words, with their options that take a value. To add
 * one: a row. What a proof knows as well (`npx`, `uv run`) is in read-run.ts.
 */
const WRAPPERS = byName({
	env: '-u --unset -C --chdir',
	'command nohup builtin setsid': '',
	exec: '-a',
	time: '-o --output -f --format',
	'timeout gtimeout': '-s --signal -k --kill-after',
	'sudo doas': '-u --user -g --group -h --host -p --prompt -C -D --chdir -R -r -t -T',
	nice: '-n --adjustment',
	'ionice stdbuf caffeinate': '-c -n -i -o -e -t -w',
	xargs: '-n --max-args -P --max-procs -I -d --delimiter -a -L -s -E',
});

/** A command inside a call. */
interface InnerCommand {
	readonly words: readonly string[];
	/** The call does not end as this command ends. */
	readonly hides: boolean;
}

/**
 * The command that a call only wraps, or `undefined`. `$SUDO git commit` is taken for a wrapper.
 */
function unwrap(words: readonly string[]): InnerCommand | undefined {
	if (words[0] === UNKNOWN) {
		const known = words.findIndex((word) => word !== UNKNOWN);
		return known < 0 ? undefined : { words: words.slice(known), hides: true };
	}
	const program = programName(words[0]);
	const options = WRAPPERS.get(program);
	// `command -v git` asks where git is.
	const isQuestion = program === 'command' && /^-[vV]$/.test(words[1] ?? '');
	if (options === undefined || isQuestion) return undefined;
	const valued = wordsIn(options);
	const duration = /^g?timeout$/.test(program) ? 1 : 0;
	const from = skipOptions(words, skipOptions(words, 1, valued) + duration, valued);
	if (from >= words.length) return undefined;
	// It may run nothing, go on in the background, or run elsewhere (`env -C d`).
	const isLoose = program === 'xargs' || program === 'setsid';
	const isLed = words.slice(1, from).some((word) => /^(?:-[CD]|--chdir)/.test(word));
	return { words: words.slice(from), hides: isLoose || isLed };
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

/**
 * Where a call works: where its shell is, or, for git, where `-C` and `--git-dir` lead from there.
 */
function workingDirectory(words: readonly string[], { directory }: Shell): string | undefined {
	if (programName(words[0]) !== 'git') return directory;
	let led = directory;
	const end = skipOptions(words, 1, GIT_OPTIONS);
	for (let at = 1; at < end; at++) {
		const [, attached] = /^--git-dir=(.+)/s.exec(words[at] ?? '') ?? [];
		const isLed = words[at] === '-C' || words[at] === '--git-dir';
		if (isLed || attached !== undefined) led = directoryIn(led, attached ?? words[at + 1] ?? '');
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
	const isAbsolute = /^[/~]/.test(word);
	if (word === '-' || /[\0*?[]/.test(word)) return undefined;
	if (from === undefined && !isAbsolute) return undefined;
	const path = isAbsolute || from === '' ? word : `${from}/${word}`;
	if (path.startsWith('/')) return plainPath(path);
	const kept: string[] = [];
	for (const part of path.split('/')) {
		if (part === '..' && kept.length > 0 && kept.at(-1) !== '..') kept.pop();
		else if (part !== '' && part !== '.') kept.push(part);
	}
	return kept.join('/');
}
