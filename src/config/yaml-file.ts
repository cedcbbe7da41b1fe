import {
	Composer,
	type CST,
	type Document,
	isAlias,
	isMap,
	isScalar,
	isSeq,
	Lexer,
	LineCounter,
	type Node,
	Parser,
	type YAMLMap,
} from 'yaml';
import type { KeyPath } from './shape.ts';

/** Aliases may be resolved this often: a config needs a few, a bomb needs many. */
const MAX_ALIASES = 50;
/**
 * Collections in collections; a config has eight at most. The library composes them recursively until
 * the stack ends, and close to that V8 was seen to abort the process where it compiles a RegExp.
 */
const MAX_DEPTH = 64;
/** Words, marks and spaces; 200 requirements have about 12,000. */
const MAX_LEXEMES = 20_000;
/** A file that is not YAML at all has an error per line; the first ones say so. */
const MAX_ERRORS = 10;

interface YamlProblem {
	/** The key that stands twice; empty where the file does not parse. */
	readonly key: string;
	readonly line: number | undefined;
	readonly message: string;
}

interface YamlFile {
	/** The file's content; `undefined` where it is empty or does not parse. */
	readonly value: unknown;
	readonly problems: readonly YamlProblem[];
	readonly lineOf: (path: KeyPath) => number | undefined;
}

/** Parses YAML 1.2. Never throws; a key that stands twice is reported and its last value counts. */
export function readYaml(text: string): YamlFile {
	const lines = new LineCounter();
	const lineAt = (offset: number) => lines.linePos(offset).line;
	try {
		const { document, errors } = compose(text, lines);
		const lineOf = lineFinder(document?.contents, lineAt);
		if (document === undefined || errors.length > 0) {
			return { value: undefined, problems: syntaxProblems(errors, { text, lineAt }), lineOf };
		}
		const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
		return { value, problems: duplicates(document, lineAt), lineOf };
	} catch (error) {
		// Nested too deeply, too many aliases, or an alias without anchor.
		const message = oneLine(error instanceof Error ? error.message : String(error));
		return {
			value: undefined,
			problems: [{ key: '', line: undefined, message }],
			lineOf: () => undefined,
		};
	}
}

/** The one document of a file and its first errors; a second document is an error. */
function compose(text: string, lines: LineCounter) {
	// The library's own check for unique keys is quadratic: 24,000 keys take it 5 s.
	const composer = new Composer({ prettyErrors: false, uniqueKeys: false });
	const tokens = shallowTokens(text, lines);
	const [document, another] = composer.compose(tokens, true, text.length);
	const errors = (document?.errors ?? []).slice(0, MAX_ERRORS);
	return {
		document,
		errors: [
			...errors.map(({ code, pos, message }) => ({ code, pos, message })),
			...(another === undefined
				? []
				: [{ code: '', pos: another.range, message: 'A second document.' }]),
		],
	};
}

/** One problem per line: what else the library says of it follows from the first. */
function syntaxProblems(
	errors: ReturnType<typeof compose>['errors'],
	{ text, lineAt }: { readonly text: string; readonly lineAt: (offset: number) => number },
): YamlProblem[] {
	const lines = text.split('\n');
	const byLine = new Map<number, YamlProblem>();
	for (const { code, pos, message } of errors) {
		const line = lineAt(pos[0]);
		if (byLine.has(line)) continue;
		const hasColon = code === 'BLOCK_AS_IMPLICIT_KEY' && /: .*: /.test(lines[line - 1] ?? '');
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

function duplicates(document: Document, lineAt: (offset: number) => number): YamlProblem[] {
	const problems: YamlProblem[] = [];
	const open: unknown[] = [document.contents];
	while (open.length > 0) {
		const node = open.pop();
		if (isSeq(node)) open.push(...node.items);
		if (!isMap(node)) continue;
		const seen = new Set<string>();
		for (const { key, value } of node.items) {
			const name = keyName(key);
			if (seen.has(name)) {
				const message = 'stands twice; the last one counts';
				problems.push({ key: oneLine(name), line: startLine(key, lineAt), message });
			}
			seen.add(name);
			open.push(value);
		}
	}
	return problems.slice(0, MAX_ERRORS);
}

function keyName(key: unknown): string {
	return String(isScalar(key) ? key.value : key);
}

function startLine(node: unknown, lineAt: (offset: number) => number): number | undefined {
	const start = (node as Node | null | undefined)?.range?.[0];
	return start === undefined ? undefined : lineAt(start);
}

/**
 * Follows keys and list indexes; what an alias stands for has its line at the alias. Keys are looked
 * up in an index: a file of thousands of wrong keys asks for thousands of lines.
 */
function lineFinder(
	contents: unknown,
	lineAt: (offset: number) => number,
): (path: KeyPath) => number | undefined {
	const indexes = new Map<YAMLMap, Map<string, Child>>();
	const childAt = (node: unknown, part: PropertyKey): Child | undefined => {
		if (isSeq(node)) return { at: node.items[Number(part)], value: node.items[Number(part)] };
		if (!isMap(node)) return undefined;
		const index = indexes.get(node) ?? indexOf(node);
		indexes.set(node, index);
		return index.get(String(part));
	};
	return (path) => {
		let child: Child = { at: undefined, value: contents };
		for (const part of path) {
			if (isAlias(child.value)) break;
			const next = childAt(child.value, part);
			if (next === undefined) return undefined;
			child = next;
		}
		return startLine(child.at, lineAt);
	};
}

interface Child {
	/** The node whose line counts: a key, or an item of a list. */
	readonly at: unknown;
	readonly value: unknown;
}

function indexOf(map: YAMLMap): Map<string, Child> {
	return new Map(map.items.map(({ key, value }) => [keyName(key), { at: key, value }]));
}
