import {
	type Assignment,
	type Command,
	forEachChild,
	parse,
	type Redirection,
	type SyntaxNode,
	type Word,
} from 'unbash';
import { type Call, type Hiding, programName, UNKNOWN, wordsIn } from './call.ts';
import { childStatus, hidesStatus, leavesProject, writesSensitive } from './exit-status.ts';
import { type NestedSource, nestedSource } from './nested-source.ts';
import { looseWords } from './prefilter.ts';
import { directoryIn, spelledLiteral } from './spelling.ts';
import { newLine, take } from './steps.ts';
import {
	plainWords,
	printedText,
	printedWords,
	readWords,
	spellingsOf,
	wordSpellings,
} from './words.ts';
import { unwrap } from './wrappers.ts';

/** A file that a redirection opens to write. */
interface RedirectedWrite {
	readonly spelling: string;
	/** As in {@link Call}. */
	readonly directory: string;
}

/** The calls of a command line, or, where it has no such reading, its bare words alone. */
export interface ParsedCommand {
	readonly kind: 'parsed' | 'unparsed';
	readonly source: string;
	readonly calls: readonly Call[];
	readonly redirected: readonly RedirectedWrite[];
	readonly variables: ReadonlyMap<string, readonly string[]>;
	/** Only of a line without calls. */
	readonly words: readonly string[];
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
	/** As in {@link Call}. */
	readonly hiddenBy: Hiding | undefined;
	/** It runs whenever the line does. */
	readonly certain: boolean;
	readonly depth: number;
	readonly shell: Shell;
}

interface Reading {
	readonly roots: readonly string[];
	readonly calls: Call[];
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
	newLine();
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
		reading.unreadable ||= !take(1);
		if (reading.unreadable) break;
	}
	const none = { source, calls: [], redirected: [], variables: new Map(), words: [] };
	if (reading.unreadable) return { ...none, kind: 'unparsed', words: looseWords(source) };
	const { calls, redirected, variables, statusHidden } = reading;
	const hidden = (call: Call): Call => ({ ...call, hiddenBy: call.hiddenBy ?? 'line' });
	const told = statusHidden ? calls.map(hidden) : calls;
	return { ...none, kind: 'parsed', calls: told, redirected, variables };
}

function readSource(reading: Reading, source: string, at: Omit<Visit, 'node'>): void {
	reading.budget -= source.length;
	const isLong = reading.budget < 0 || source.length > maxLength;
	if (isLong) take(Number.POSITIVE_INFINITY);
	const plain = isLong ? undefined : plainWords(source);
	if (plain !== undefined) {
		reading.unreadable ||= at.depth > maxDepth;
		readCall(reading, plain, { ...at, depth: at.depth + 1 });
	} else if (isLong || (source.match(openers)?.length ?? 0) > maxOpeners) {
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
	{ words: read, spellings }: Pick<Call, 'words' | 'spellings'>,
	at: Omit<Visit, 'node'>,
): void {
	reading.statusHidden ||= reading.replaced;
	reading.budget -= at.stdin?.length ?? 0;
	const words = isOwnShell(read[0], spellings[0]) ? ['bash', ...read.slice(1)] : read;
	reading.unreadable ||= !take(callSteps + words.length + at.piped.length);
	let layer: Call | undefined = {
		words,
		hiddenBy: reading.elsewhere ? 'elsewhere' : at.hiddenBy,
		spellings,
		directory: at.shell.directory,
		input: at.stdin,
		piped: at.piped,
		files: at.files,
	};
	for (let peeled = 0; layer !== undefined; peeled++) {
		reading.unreadable ||= peeled > maxDepth || reading.budget < 0 || !take(layer.words.length);
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
function readLayer(reading: Reading, layer: Call, at: Omit<Visit, 'node'>): Call | undefined {
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
	{ words, hiddenBy, ...at }: Omit<Visit, 'node'> & Pick<Call, 'words'>,
): void {
	reading.statusHidden ||= !faithful && programName(words[0]) === 'eval';
	readSource(reading, source, { ...at, hiddenBy: hiddenBy ?? (faithful ? undefined : 'line') });
}

function noteCall(reading: Reading, call: Call, { shell, certain }: Omit<Visit, 'node'>): void {
	reading.calls.push(call);
	followCall(shell, call, certain || call.hiddenBy === undefined);
	noteRead(reading.variables, call);
	reading.statusHidden ||= hidesStatus(call.words, reading.roots);
	reading.elsewhere ||= leavesProject(call.words, reading.roots);
	reading.replaced ||= programName(call.words[0]) === 'exec' && call.words.length > 1;
}

/** How one shell of a line stands while its commands run one after the other. */
interface Shell {
	/** A spelling; empty where the line began. */
	directory: string;
	previous: string;
	/** `set -o pipefail` is on for sure: the status of every command of a pipe counts. */
	pipefail: boolean;
}

/** Whether the children of a node run in shells of their own, each. */
function forks(node: SyntaxNode): boolean {
	switch (node.type) {
		case 'Subshell':
		case 'Coproc':
		case 'CommandExpansion':
		case 'ProcessSubstitution':
			return true;
		case 'Statement':
			return node.background === true;
		case 'Pipeline':
			return node.commands.length > 1;
		default:
			return false;
	}
}

/** The shell that reads the source that a call holds. */
function shellInside(shell: Shell, { words, directory }: Call): Shell {
	if (/^(?:eval|\.|source|trap)$/.test(programName(words[0]))) return shell;
	const pipefail = setsPipefail(words) && !words.includes('+o');
	return { directory, previous: shell.previous, pipefail };
}

function setsPipefail(words: readonly string[]): boolean {
	const at = words.indexOf('pipefail');
	return at > 0 && /^-[a-z]*o$/.test(words[at - 1] ?? '');
}

/** Follows `cd`, `pushd`, `popd` and `set -o pipefail`, `set +o pipefail`; one that may not run switches nothing on. */
function followCall(shell: Shell, { words, spellings }: Call, surelyRuns: boolean): void {
	const program = programName(words[0]);
	if (program === 'set' && words.includes('pipefail')) {
		shell.pipefail = surelyRuns && setsPipefail(words);
	}
	if (program !== 'cd' && program !== 'pushd' && program !== 'popd') return;
	const at = words.findIndex((word, index) => index > 0 && !/^-(?!$)/.test(word));
	const back = program === 'popd' || words[at] === '-' || (program === 'pushd' && at < 0);
	const target = at < 0 ? '\u0001HOME\u0002' : (spellings[at] ?? UNKNOWN);
	const { directory, previous } = shell;
	shell.directory = back ? previous : directoryIn(directory, target);
	shell.previous = directory;
}

/** Every spelling that a line gives a variable somewhere, by the variable's name. */
type LineVariables = Map<string, readonly string[]>;

const maxValues = 32;
/** No value of a variable is longer. */
const maxValue = 1_024;

/** Notes what a node sets: `D=x`, `export D=x`, `for f in a b`. */
function noteVariable(variables: LineVariables, node: SyntaxNode): void {
	if (node.type === 'Assignment') note(variables, node.name, assigned(node, variables));
	else if ((node.type === 'For' || node.type === 'Select') && node.wordlist !== undefined) {
		note(variables, node.name.text, fewSpellings(node.wordlist));
	}
}

function assigned(
	{ name, value, append }: Assignment,
	variables: LineVariables,
): readonly string[] {
	const values = value.type === 'Word' ? wordSpellings(value) : fewSpellings(value.elements);
	if (append !== true || value.type !== 'Word') return values;
	const before = variables.get(name) ?? [''];
	const longer = before.flatMap((start) => values.map((end) => `${start}${end}`));
	// `A+=$A` over and over would swell without end.
	return longer.filter((spelling) => spelling.length <= maxValue);
}

function fewSpellings(words: readonly Word[]): readonly string[] {
	return spellingsOf(words.slice(0, maxValues + 1));
}

/** Notes what `read`, `mapfile` and `readarray` put into variables. */
function noteRead(variables: LineVariables, { words, input, piped }: Call): void {
	if (!/^(?:read|mapfile|readarray)$/.test(programName(words[0]))) return;
	const given = wordsIn(input ?? '').slice(0, maxValues + 1);
	const values = [...given.map(spelledLiteral), ...piped];
	const names = words.slice(1).filter((word) => /^[a-z_]\w*$/i.test(word));
	for (const name of [...names.slice(0, maxValues), 'REPLY']) note(variables, name, values);
}

function note(variables: LineVariables, name: string, values: readonly string[]): void {
	const before = variables.get(name) ?? [];
	if (before.length > maxValues) return;
	const known = [...new Set([...before, ...values])];
	variables.set(name, known.length > maxValues ? [...known.slice(0, maxValues), UNKNOWN] : known);
}

/** What a command has to read, as far as the line tells. */
interface Input {
	/** The text of here-documents, here-strings and what `echo` says; `undefined` where there is none. */
	readonly stdin: string | undefined;
	/** Spellings of words that come through a pipe or from `<(…)`. */
	readonly piped: readonly string[];
	/** Spellings of files: of `<`, or those that `cat` shows. */
	readonly files: readonly string[];
}

const NO_INPUT: Input = { stdin: undefined, piped: [], files: [] };

/** What each command of a pipeline gets from the one before it, where that is one plain call. */
function pipedInputs(node: SyntaxNode, around: Input): ReadonlyMap<SyntaxNode, Input> {
	const commands = node.type === 'Pipeline' ? node.commands : [];
	const inputs = new Map<SyntaxNode, Input>();
	for (const [at, command] of commands.entries()) {
		const before = commands[at - 1];
		if (before?.type === 'Command') {
			const given = inputs.get(before);
			const program = before.name?.text ?? '';
			// `| tee log |`, `| cat |`.
			const passed = given && /^(?:cat|tee)$/.test(program) ? given : printed(before, around);
			const shown = program === 'cat' ? spellingsOf(before.args) : [];
			inputs.set(command, { ...passed, files: [...passed.files, ...shown] });
		} else if (before !== undefined) inputs.set(command, { ...around, files: [] });
	}
	return inputs;
}

/** What redirections give to read; `around` where they give nothing. */
function redirectedInput(redirections: readonly Redirection[], around: Input): Input {
	const texts = redirections.flatMap(inlineText);
	const read = redirections.flatMap(openedToRead);
	const words = read.flatMap(substituted);
	const files = spellingsOf(read);
	return {
		stdin: texts.length === 0 ? around.stdin : texts.join('\n'),
		piped: words.length === 0 ? around.piped : words,
		files: files.length === 0 ? around.files : files,
	};
}

function printed(command: Command, around: Input): Input {
	const { words, spellings } = readWords(
		command.name === undefined ? [] : [command.name, ...command.args],
	);
	return {
		stdin: printedText(words) ?? around.stdin,
		piped: printedWords(spellings),
		files: [],
	};
}

/** Here-documents and here-strings, whichever descriptor a shell reads. */
function inlineText(redirect: Redirection): readonly string[] {
	if (redirect.type === 'HereDoc') return [redirect.body.text];
	const isString = redirect.type === 'HereString' && redirect.target !== undefined;
	return isString ? [readWords([redirect.target]).words.join(' ')] : [];
}

/** The word behind `<`. */
function openedToRead(redirect: Redirection): readonly Word[] {
	const isRead = redirect.type === 'Redirect' && redirect.operator === '<';
	return isRead && redirect.target !== undefined ? [redirect.target] : [];
}

/** `< <(find a)`. */
function substituted({ parts = [] }: Word): readonly string[] {
	return parts.flatMap((part) => {
		const command =
			part.type === 'ProcessSubstitution' ? part.script?.commands[0]?.command : undefined;
		return command?.type === 'Command' ? printed(command, NO_INPUT).piped : [];
	});
}

/** The redirections that a node has itself. */
function redirectionsOf(node: SyntaxNode): readonly Redirection[] {
	return node.type === 'Redirected' || node.type === 'Command' ? node.redirects : [];
}

/** Spellings of the files that redirections open to write. */
function writtenTargets(redirections: readonly Redirection[]): readonly string[] {
	return redirections.flatMap((redirect) => {
		if (redirect.type !== 'Redirect' || redirect.target === undefined) return [];
		const { operator, target } = redirect;
		if (!['>', '>>', '>|', '&>', '&>>', '<>', '>&'].includes(operator)) return [];
		const isDescriptor = operator === '>&' && /^(?:\d+-?|-)$/.test(target.text);
		return isDescriptor ? [] : wordSpellings(target);
	});
}
