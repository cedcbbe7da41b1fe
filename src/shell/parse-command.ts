import { forEachChild, parse, type SyntaxNode } from 'unbash';
import { type Hiding, type ProgramCall, programName, UNKNOWN } from './call.ts';
import { childStatus, hidesStatus, leavesProject, writesSensitive } from './exit-status.ts';
import { looseWords } from './loose-words.ts';
import { type NestedSource, nestedSource } from './nested-source.ts';
import {
	followCall,
	forks,
	type Input,
	type LineVariables,
	NO_INPUT,
	noteRead,
	noteVariable,
	pipedInputs,
	redirectedInput,
	redirectionsOf,
	type Shell,
	shellInside,
	writtenTargets,
} from './shell.ts';
import { newSteps, type Steps, takeSteps, withSteps } from './steps.ts';
import { readWords } from './words.ts';
import { unwrap } from './wrappers.ts';

/** A file that a redirection opens to write. */
interface RedirectedWrite {
	readonly spelling: string;
	/** As in {@link ProgramCall}. */
	readonly directory: string;
}

/** The calls of a command line, or, where it has no such reading, its bare words alone. */
export interface ParsedCommand {
	readonly kind: 'parsed' | 'unparsed';
	readonly source: string;
	readonly calls: readonly ProgramCall[];
	readonly redirected: readonly RedirectedWrite[];
	readonly variables: ReadonlyMap<string, readonly string[]>;
	/** Only of a line without calls. */
	readonly words: readonly string[];
	/** What its readers have left, this one and the next ones. */
	readonly steps: Steps;
}

/** Shells within shells, substitutions within substitutions, and wrappers around one command. */
const maxDepth = 8;
const maxLength = 100_000;
const maxNested = 1_000_000;
/** To read a call is more work than a word of it: 10,000 calls are read, 20,000 are not. */
const callSteps = 30;
/**
 * unbash 6.0.4 recurses once per `f()`, `coproc`, `@(` or `<<E$(` and overflows the stack at some
 * 2,000 of them.
 */
const maxOpeners = 1_000;
const openers = /[({`<]|coproc|function/g;

interface Visit extends Input {
	readonly node: SyntaxNode;
	/** As in {@link ProgramCall}. */
	readonly hiddenBy: Hiding | undefined;
	/** It runs whenever the line does. */
	readonly certain: boolean;
	readonly depth: number;
	readonly shell: Shell;
}

interface Reading {
	readonly roots: readonly string[];
	readonly calls: ProgramCall[];
	readonly redirected: RedirectedWrite[];
	readonly variables: LineVariables;
	/** A stack, not recursion: hostile nesting costs memory here, not the process. */
	readonly open: Visit[];
	/** Broken syntax, or beyond a bound. */
	unreadable: boolean;
	/** `exec` has replaced the shell: nothing after it runs. */
	replaced: boolean;
	/** Characters that nested sources and inputs may still have, together. */
	budget: number;
	/** A `cd` may have left the project: the calls after it prove nothing. */
	elsewhere: boolean;
	/** The status of the whole proves nothing about its calls. */
	statusHidden: boolean;
}

/**
 * Reads a Bash tool call's `command` into the calls a shell would make of it, wherever they stand:
 * lists, pipelines, compound commands, function bodies, substitutions, here-documents, nested
 * shells, wrappers (D33). Never throws. Work is bounded by the length of the source and by steps.ts: what
 * is broken, longer than 100 kB, nested deeper than 8 or too much work comes back as `unparsed`.
 *
 * @param roots of the project: `cd` to an absolute path in one of them stays in it
 */
export function parseCommand(source: string, roots: readonly string[] = []): ParsedCommand {
	const steps = newSteps();
	return { ...withSteps(steps, () => readLine(source, roots)), steps };
}

function readLine(source: string, roots: readonly string[]): Omit<ParsedCommand, 'steps'> {
	const reading: Reading = {
		roots,
		calls: [],
		redirected: [],
		variables: new Map(),
		open: [],
		unreadable: false,
		replaced: false,
		budget: maxNested,
		elsewhere: false,
		statusHidden: false,
	};
	const shell = { directory: '', previous: '', pipefail: false };
	const start = { hiddenBy: undefined, certain: true, depth: 0, ...NO_INPUT };
	readSource(reading, source, { ...start, shell });
	for (let next = reading.open.pop(); next !== undefined; next = reading.open.pop()) {
		readNode(reading, next);
		reading.unreadable ||= !takeSteps(1);
		if (reading.unreadable) break;
	}
	const none = { source, calls: [], redirected: [], variables: new Map(), words: [] };
	if (reading.unreadable) return { ...none, kind: 'unparsed', words: looseWords(source) };
	const { calls, redirected, variables, statusHidden } = reading;
	const hidden = (call: ProgramCall): ProgramCall => ({
		...call,
		hiddenBy: call.hiddenBy ?? 'line',
	});
	const told = statusHidden ? calls.map(hidden) : calls;
	return { ...none, kind: 'parsed', calls: told, redirected, variables };
}

function readSource(reading: Reading, source: string, at: Omit<Visit, 'node'>): void {
	reading.budget -= source.length;
	const isLong = reading.budget < 0 || source.length > maxLength;
	if (isLong) takeSteps(Number.POSITIVE_INFINITY);
	if (isLong || (source.match(openers)?.length ?? 0) > maxOpeners) {
		reading.unreadable = true;
	} else {
		reading.open.push({ node: parse(withSpaces(source)), ...at });
	}
}

/** `rm${IFS}a` is `rm a`. */
function withSpaces(source: string): string {
	return source.includes('IFS') ? source.replaceAll(/\$(?:\{IFS\}|IFS(?!\w))/g, ' ') : source;
}

/** Most nodes are words, whose children decide nothing. */
const NONE: ReadonlySet<SyntaxNode> = new Set();

function setOf(nodes: readonly SyntaxNode[]): ReadonlySet<SyntaxNode> {
	return nodes.length === 0 ? NONE : new Set(nodes);
}

function readNode(reading: Reading, { node, ...at }: Visit): void {
	const isScript = node.type === 'Script';
	if (isScript && (node.errors !== undefined || at.depth > maxDepth)) {
		reading.unreadable = true;
		return;
	}
	if (node.type === 'Function' || writesSensitive(node)) reading.statusHidden = true;
	const input = noteNode(reading, node, at);
	const inputs = pipedInputs(node, input);
	const status = childStatus(node, at.shell.pipefail);
	const deciding = setOf(status.deciding);
	const certain = at.certain ? setOf(status.certain) : NONE;
	const depth = isScript ? at.depth + 1 : at.depth;
	const children: Visit[] = [];
	forEachChild(node, (child) => {
		const shell = forks(node) ? { ...at.shell } : at.shell;
		const own = inputs.get(child) ?? input;
		const hiddenBy = at.hiddenBy ?? (deciding.has(child) ? undefined : status.hiding);
		const visit = { node: child, hiddenBy, certain: certain.has(child), depth, shell, ...own };
		children.push(visit);
	});
	for (const child of children.reverse()) reading.open.push(child);
	if (node.type !== 'Command' || node.name === undefined) return;
	readCall(reading, readWords([node.name, ...node.args]), { ...at, ...input });
}

/** Notes what a node does to files and names by itself; what its commands have to read. */
function noteNode(
	reading: Reading,
	node: SyntaxNode,
	{ shell, stdin, piped, files }: Omit<Visit, 'node'>,
): Input {
	noteVariable(reading.variables, node);
	const redirections = redirectionsOf(node);
	for (const spelling of writtenTargets(redirections)) {
		reading.redirected.push({ spelling, directory: shell.directory });
	}
	return redirectedInput(redirections, { stdin, piped, files });
}

function readCall(
	reading: Reading,
	{ words: read, spellings }: Pick<ProgramCall, 'words' | 'spellings'>,
	at: Omit<Visit, 'node'>,
): void {
	reading.statusHidden ||= reading.replaced;
	reading.budget -= at.stdin?.length ?? 0;
	const words = isOwnShell(read[0], spellings[0]) ? ['bash', ...read.slice(1)] : read;
	reading.unreadable ||= !takeSteps(callSteps + words.length + at.piped.length);
	let layer: ProgramCall | undefined = {
		words,
		hiddenBy: reading.elsewhere ? 'elsewhere' : at.hiddenBy,
		spellings,
		directory: at.shell.directory,
		input: at.stdin,
		piped: at.piped,
		files: at.files,
	};
	for (let peeled = 0; layer !== undefined; peeled++) {
		reading.unreadable ||=
			peeled > maxDepth || reading.budget < 0 || !takeSteps(layer.words.length);
		if (reading.unreadable) return;
		layer = readLayer(reading, layer, at);
	}
}

/** `$0`, `$BASH`, `$SHELL`, `/proc/self/exe`: the shell that reads the line. */
function isOwnShell(word: string | undefined, spelling: string | undefined): boolean {
	if (/^\/proc\/(?:self|\0)\/exe$/.test(word ?? '')) return true;
	return word === UNKNOWN && /^\u0001(?:0|BASH|SHELL)(?:=[^\u0002]*)?\u0002$/.test(spelling ?? '');
}

/** Notes one layer of a call, reads the source in it, and gives the layer below. */
function readLayer(
	reading: Reading,
	layer: ProgramCall,
	at: Omit<Visit, 'node'>,
): ProgramCall | undefined {
	noteCall(reading, layer, at);
	const nested = nestedSource(layer.words, at.stdin);
	if (nested === undefined) return unwrap(layer);
	const { words, hiddenBy } = layer;
	readNested(reading, nested, { ...at, words, hiddenBy, shell: shellInside(at.shell, layer) });
	return undefined;
}

/** Reads what a call hands to a shell; an `eval` that is not known may do anything to this one. */
function readNested(
	reading: Reading,
	{ source, faithful }: NestedSource,
	{ words, hiddenBy, ...at }: Omit<Visit, 'node'> & Pick<ProgramCall, 'words'>,
): void {
	reading.statusHidden ||= !faithful && programName(words[0]) === 'eval';
	readSource(reading, source, { ...at, hiddenBy: hiddenBy ?? (faithful ? undefined : 'line') });
}

function noteCall(
	reading: Reading,
	call: ProgramCall,
	{ shell, certain }: Omit<Visit, 'node'>,
): void {
	reading.calls.push(call);
	followCall(shell, call, certain || call.hiddenBy === undefined);
	noteRead(reading.variables, call);
	reading.statusHidden ||= hidesStatus(call.words, reading.roots);
	reading.elsewhere ||= leavesProject(call.words, reading.roots);
	reading.replaced ||= programName(call.words[0]) === 'exec' && call.words.length > 1;
}
