import {
	type Document,
	isAlias,
	isMap,
	isScalar,
	isSeq,
	LineCounter,
	type Node,
	parseDocument,
} from 'yaml';
import type { KeyPath } from '../core/config/shape.ts';

/** Aliases may be resolved this often: a config needs a few, a bomb needs many (behaviour 51). */
const MAX_ALIASES = 50;
/** A file that is not YAML at all has an error per line; the first ones say so. */
const MAX_ERRORS = 10;

export interface YamlProblem {
	readonly line: number | undefined;
	readonly message: string;
}

export interface YamlFile {
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
		// The library's own check for unique keys is quadratic: 24,000 keys take it 5 s.
		const document = parseDocument(text, {
			lineCounter: lines,
			prettyErrors: false,
			uniqueKeys: false,
		});
		const lineOf = (path: KeyPath) => lineOfKey(document.contents, path, lineAt);
		if (document.errors.length > 0) {
			const problems = document.errors
				.slice(0, MAX_ERRORS)
				.map(({ pos, message }) => ({ line: lineAt(pos[0]), message: oneLine(message) }));
			return { value: undefined, problems, lineOf };
		}
		return {
			value: document.toJS({ maxAliasCount: MAX_ALIASES }),
			problems: duplicates(document, lineAt),
			lineOf,
		};
	} catch (error) {
		// Too many aliases, an alias without anchor, or nesting beyond the stack.
		const message = oneLine(error instanceof Error ? error.message : String(error));
		return { value: undefined, problems: [{ line: undefined, message }], lineOf: () => undefined };
	}
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
			if (seen.has(name))
				problems.push({ line: startLine(key, lineAt), message: `${oneLine(name)} stands twice` });
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
	const start = (node as Node | null)?.range?.[0];
	return start === undefined ? undefined : lineAt(start);
}

/** Follows keys and list indexes; what an alias stands for has its line at the anchor. */
function lineOfKey(
	contents: unknown,
	path: KeyPath,
	lineAt: (offset: number) => number,
): number | undefined {
	let node = contents;
	let line: number | undefined;
	for (const part of path) {
		if (isAlias(node)) return line;
		const found = childAt(node, part);
		if (found === undefined) return undefined;
		line = startLine(found.at, lineAt);
		node = found.value;
	}
	return line;
}

function childAt(node: unknown, part: PropertyKey) {
	if (isSeq(node)) {
		const item = node.items[Number(part)];
		return item === undefined ? undefined : { at: item, value: item };
	}
	if (!isMap(node)) return undefined;
	const pair = node.items.findLast(({ key }) => keyName(key) === String(part));
	return pair === undefined ? undefined : { at: pair.key, value: pair.value };
}
