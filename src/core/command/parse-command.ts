import { type Command, forEachChild, parse, type SyntaxNode } from 'unbash';
import type { Call } from './call.ts';
import { programName } from './call.ts';
import { decidingChildren } from './deciding-children.ts';
import { hidesStatus } from './hides-status.ts';
import { looseWords } from './loose-words.ts';
import { nestedSource } from './nested-source.ts';
import { wordText } from './word-text.ts';
import { unwrap } from './wrappers.ts';

/** The calls of a command line, or, where it has no such reading, its bare words. */
export type ParsedCommand =
	| { readonly kind: 'parsed'; readonly calls: readonly Call[] }
	| { readonly kind: 'unparsed'; readonly words: readonly string[] };

/** Shells within shells, substitutions within substitutions, and wrappers around one command. */
const maxDepth = 8;
const maxLength = 100_000;
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
}

interface Reading {
	readonly calls: Call[];
	/** A stack, not recursion: hostile nesting costs memory here, not the process. */
	readonly open: Visit[];
	/** Broken syntax, or beyond a bound. */
	unreadable: boolean;
	/** `exec` has replaced the shell: nothing after it runs. */
	replaced: boolean;
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
	const reading: Reading = {
		calls: [],
		open: [],
		unreadable: false,
		replaced: false,
		statusHidden: false,
	};
	readSource(reading, source, { decides: true, depth: 0 });
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
	if (source.length > maxLength || (source.match(openers)?.length ?? 0) > maxOpeners) {
		reading.unreadable = true;
	} else {
		reading.open.push({ node: parse(source), ...at });
	}
}

function readNode(reading: Reading, { node, decides, depth }: Visit): void {
	const isScript = node.type === 'Script';
	if (isScript && (node.errors !== undefined || depth > maxDepth)) {
		reading.unreadable = true;
		return;
	}
	if (node.type === 'Function') reading.statusHidden = true;
	const deciding = new Set(decides ? decidingChildren(node) : []);
	const children: Visit[] = [];
	forEachChild(node, (child) => {
		children.push({
			node: child,
			decides: deciding.has(child),
			depth: isScript ? depth + 1 : depth,
		});
	});
	for (const child of children.reverse()) reading.open.push(child);
	if (node.type === 'Command') readCall(reading, node, { decides, depth });
}

function readCall(reading: Reading, command: Command, at: Omit<Visit, 'node'>): void {
	if (command.name === undefined) return;
	reading.statusHidden ||= reading.replaced;
	const stdin = inlineStdin(command);
	const words = [command.name, ...command.args].map(wordText);
	let layer: Call | undefined = { words, decides: at.decides };
	for (let peeled = 0; layer !== undefined; peeled++) {
		if (peeled > maxDepth) reading.unreadable = true;
		if (reading.unreadable) return;
		noteCall(reading, layer);
		const nested = nestedSource(layer.words, stdin);
		if (nested !== undefined) {
			const decides = layer.decides && nested.faithful;
			readSource(reading, nested.source, { decides, depth: at.depth });
			return;
		}
		layer = unwrap(layer);
	}
}

function noteCall(reading: Reading, call: Call): void {
	reading.calls.push(call);
	reading.statusHidden ||= hidesStatus(call.words);
	reading.replaced ||= programName(call.words[0]) === 'exec' && call.words.length > 1;
}

/** The text of the last here-document or here-string of a command. */
function inlineStdin(command: Command): string | undefined {
	const last = command.redirects.findLast((redirect) => redirect.type !== 'Redirect');
	if (last === undefined) return undefined;
	if (last.type === 'HereDoc') return last.body.text;
	return last.target === undefined ? undefined : wordText(last.target);
}
