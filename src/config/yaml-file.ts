import {
	Composer,
	type CST,
	isAlias,
	isMap,
	isSeq,
	Lexer,
	LineCounter,
	type Node,
	Parser,
} from 'yaml';
import type { KeyPath } from './shape.ts';

/** Aliases may be resolved this often: a config needs a few, a bomb needs many. */
const MAX_ALIASES = 50;
/**
 * Collections in collections; a config has eight at most. The library composes them recursively until the stack ends, and
 * close to that V8 was seen to abort the process where it compiles a RegExp.
 */
const MAX_DEPTH = 64;
/** Words, marks and spaces; 200 requirements have about 12,000. The library compares each key of a map with all others. */
const MAX_LEXEMES = 15_000;
/** A file that is not YAML at all has an error per line; the first ones are enough. */
const MAX_ERRORS = 10;

interface YamlProblem {
	/** The key that is written twice; empty if the file does not parse. */
	readonly key: string;
	readonly line: number | undefined;
	readonly message: string;
}

interface YamlFile {
	/** The file's content; `undefined` if it is empty or does not parse. */
	readonly value: unknown;
	readonly problems: readonly YamlProblem[];
	/** 1-based line of the key at a path; `undefined` if the file has no such key. */
	readonly lineOf: (path: KeyPath) => number | undefined;
}

/** Parses YAML 1.2. Never throws; a key that is written twice is reported and its last value counts. */
export function readYaml(text: string): YamlFile {
	const lines = new LineCounter();
	try {
		const composer = new Composer({ prettyErrors: false });
		const [document, another] = composer.compose(shallowTokens(text, lines), true, text.length);
		const errors = document?.errors ?? [];
		const lineOf = lineFinder(document?.contents, lines);
		const syntax = errors.filter(({ code }) => code !== 'DUPLICATE_KEY').slice(0, MAX_ERRORS);
		const more =
			another === undefined ? [] : [{ pos: another.range, message: 'A second document.' }];
		if (document === undefined || syntax.length + more.length > 0) {
			const problems = syntaxProblems([...syntax, ...more], text, lines);
			return { value: undefined, problems, lineOf };
		}
		const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
		const twice = errors.slice(0, MAX_ERRORS).map(({ pos }) => ({
			key: oneLine(/^(?:"[^"]*"|'[^']*'|[^\s:,]+)/.exec(text.slice(pos[0]))?.[0] ?? ''),
			line: lines.linePos(pos[0]).line,
			message: 'is written twice; the last value counts',
		}));
		return { value, problems: twice, lineOf };
	} catch (error) {
		// Nested too deeply, too many aliases, or an alias without anchor.
		const message = oneLine(error instanceof Error ? error.message : String(error));
		const problems = [{ key: '', line: undefined, message }];
		return { value: undefined, problems, lineOf: () => undefined };
	}
}

/** One problem per line: later errors of a line follow from the first. */
function syntaxProblems(
	errors: readonly {
		readonly code?: string;
		readonly pos: readonly number[];
		readonly message: string;
	}[],
	text: string,
	lines: LineCounter,
): YamlProblem[] {
	const byLine = new Map<number, YamlProblem>();
	for (const { code, pos, message } of errors) {
		const { line } = lines.linePos(pos[0] ?? 0);
		if (byLine.has(line)) continue;
		const written = text.split('\n')[line - 1] ?? '';
		const hasColon = code === 'BLOCK_AS_IMPLICIT_KEY' && /: .*: /.test(written);
		const hint = hasColon ? '; text that contains ": " needs quotes' : '';
		byLine.set(line, { key: '', line, message: `${oneLine(message)}${hint}` });
	}
	return [...byLine.values()];
}

/** Parses without recursion, so this is where a file that would be costly can be refused. */
function* shallowTokens(text: string, lines: LineCounter): Generator<CST.Token> {
	const parser = new Parser(lines.addNewLine);
	let lexemes = 0;
	lines.addNewLine(0);
	for (const lexeme of new Lexer().lex(text)) {
		yield* parser.next(lexeme);
		lexemes += 1;
		if (parser.stack.length > MAX_DEPTH) throw new RangeError('Nested too deeply.');
		if (lexemes > MAX_LEXEMES) throw new RangeError('Too long for a config.');
	}
	yield* parser.end();
}

function oneLine(message: string): string {
	return message.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').slice(0, 200);
}

/** Follows keys and list indexes; what an alias stands for has its line at the alias. */
function lineFinder(contents: unknown, lines: LineCounter): YamlFile['lineOf'] {
	return (path) => {
		let child: Child = { at: undefined, value: contents };
		for (const part of path) {
			if (isAlias(child.value)) break;
			const next = childAt(child.value, String(part));
			if (next === undefined) return undefined;
			child = next;
		}
		const start = (child.at as Node | null | undefined)?.range?.[0];
		return start === undefined ? undefined : lines.linePos(start).line;
	};
}

interface Child {
	/** The node whose line counts: a key, or an item of a list. */
	readonly at: unknown;
	readonly value: unknown;
}

function childAt(node: unknown, name: string): Child | undefined {
	if (isSeq(node)) return { at: node.items[Number(name)], value: node.items[Number(name)] };
	const pair = isMap(node) ? node.items.findLast(({ key }) => String(key) === name) : undefined;
	return pair && { at: pair.key, value: pair.value };
}
