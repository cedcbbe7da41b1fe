import { type Command, forEachChild, parse, type SyntaxNode } from 'unbash';
import type { Call } from './call.ts';
import { programName } from './call.ts';
import { decidingChildren } from './deciding-children.ts';
import { hidesStatus, leavesProject } from './hides-status.ts';
import { looseWords } from './loose-words.ts';
import { nestedSource } from './nested-source.ts';
import { writesSensitive } from './sensitive-writes.ts';
import type { NestedSource } from './shell-source.ts';
import { wordTexts } from './word-text.ts';
import { unwrap } from './wrappers.ts';

/** The calls of a command line, or, where it has no such reading, its bare words. */
export type ParsedCommand =
	| { readonly kind: 'parsed'; readonly calls: readonly Call[] }
	| { readonly kind: 'unparsed'; readonly words: readonly string[] };

/** Shells within shells, substitutions within substitutions, and wrappers around one command. */
const maxDepth = 8;
const maxLength = 100_000;
const maxNested = 1_000_000;
/**
 * unbash 6.0.4 recurses once per `f()`, `coproc`, `@(` or `<<E$(` and overflows the stack at some
 * 2,000 of them.
 */
const maxOpeners = 1_000;
const openers = /[({`<]|coproc|function/g;

interface Visit {
	readonly node: SyntaxNode;
	readonly decides: boolean;
	readonly depth: number;
	/** What here-documents and here-strings around the node hold. */
	readonly stdin: string | undefined;
}

interface Reading {
	readonly roots: readonly string[];
	readonly calls: Call[];
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
 * shells, wrappers (D33). Never throws. Work is bounded by the length of the source: what is
 * broken, longer than 100 kB or nested deeper than 8 comes back as `unparsed`.
 */
export function parseCommand(source: string): ParsedCommand {
	return parseCommandIn(source, []);
}

/** The same for a command of a project: `cd` to an absolute path in one of its `roots` stays in it. */
export function parseCommandIn(source: string, roots: readonly string[]): ParsedCommand {
	const reading: Reading = {
		roots,
		calls: [],
		open: [],
		unreadable: false,
		replaced: false,
		budget: maxNested,
		elsewhere: false,
		statusHidden: false,
	};
	readSource(reading, source, { decides: true, depth: 0, stdin: undefined });
	for (let next = reading.open.pop(); next !== undefined; next = reading.open.pop()) {
		readNode(reading, next);
		if (reading.unreadable) break;
	}
	if (reading.unreadable) return { kind: 'unparsed', words: looseWords(source) };
	const { calls, statusHidden } = reading;
	if (!statusHidden) return { kind: 'parsed', calls };
	return { kind: 'parsed', calls: calls.map((call) => ({ ...call, decides: false })) };
}

function readSource(reading: Reading, source: string, at: Omit<Visit, 'node'>): void {
	reading.budget -= source.length;
	if (
		reading.budget < 0 ||
		source.length > maxLength ||
		(source.match(openers)?.length ?? 0) > maxOpeners
	) {
		reading.unreadable = true;
	} else {
		reading.open.push({ node: parse(source), ...at });
	}
}

function readNode(reading: Reading, { node, ...at }: Visit): void {
	const isScript = node.type === 'Script';
	if (isScript && (node.errors !== undefined || at.depth > maxDepth)) {
		reading.unreadable = true;
		return;
	}
	if (node.type === 'Function' || writesSensitive(node)) reading.statusHidden = true;
	const deciding = new Set(at.decides ? decidingChildren(node) : []);
	const stdin = inlineStdin(node) ?? at.stdin;
	const depth = isScript ? at.depth + 1 : at.depth;
	const children: Visit[] = [];
	forEachChild(node, (child) => {
		children.push({ node: child, decides: deciding.has(child), depth, stdin });
	});
	for (const child of children.reverse()) reading.open.push(child);
	if (node.type === 'Command') readCall(reading, node, { ...at, stdin });
}

function readCall(reading: Reading, command: Command, at: Omit<Visit, 'node'>): void {
	if (command.name === undefined) return;
	reading.statusHidden ||= reading.replaced;
	reading.budget -= at.stdin?.length ?? 0;
	const words = [command.name, ...command.args].flatMap(wordTexts);
	let layer: Call | undefined = { words, decides: at.decides && !reading.elsewhere };
	for (let peeled = 0; layer !== undefined; peeled++) {
		reading.unreadable ||= peeled > maxDepth || reading.budget < 0;
		if (reading.unreadable) return;
		layer = readLayer(reading, layer, at);
	}
}

/** Notes one layer of a call, reads the source in it, and gives the layer below. */
function readLayer(reading: Reading, layer: Call, at: Omit<Visit, 'node'>): Call | undefined {
	noteCall(reading, layer);
	const nested = nestedSource(layer.words, at.stdin);
	if (nested === undefined) return unwrap(layer, at.stdin);
	readNested(reading, nested, { ...at, ...layer });
	return undefined;
}

/** Reads what a call hands to a shell; an `eval` that is not known may do anything to this one. */
function readNested(
	reading: Reading,
	{ source, faithful }: NestedSource,
	{ words, ...at }: Omit<Visit, 'node'> & Call,
): void {
	reading.statusHidden ||= !faithful && programName(words[0]) === 'eval';
	readSource(reading, source, { ...at, decides: at.decides && faithful });
}

function noteCall(reading: Reading, call: Call): void {
	reading.calls.push(call);
	reading.statusHidden ||= hidesStatus(call.words);
	reading.elsewhere ||= leavesProject(call.words, reading.roots);
	reading.replaced ||= programName(call.words[0]) === 'exec' && call.words.length > 1;
}

/** The texts of all here-documents and here-strings, whichever descriptor a shell reads. */
function inlineStdin(node: SyntaxNode): string | undefined {
	if (node.type !== 'Redirected' && node.type !== 'Command') return undefined;
	const texts = node.redirects.flatMap((redirect) => {
		if (redirect.type === 'HereDoc') return [redirect.body.text];
		const isString = redirect.type === 'HereString' && redirect.target !== undefined;
		return isString ? wordTexts(redirect.target).join(' ') : [];
	});
	return texts.length === 0 ? undefined : texts.join('\n');
}
