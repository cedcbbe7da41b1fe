import { type Node, type ParseError, parseTree, printParseErrorCode, visit } from 'jsonc-parser';
import type { JsonMember, JsonNode, JsonText } from '../core/setup/json-edits.ts';

/** The settings files of people have a few kilobytes; this many levels none of them has. */
const MAX_DEPTH = 100;
const BOM = '\ufeff';

/** Reads JSON with comments and commas at ends, and where each part stands. Never throws. */
export function readJsonLayout(text: string): JsonText {
	// The parser takes a byte order mark for a mistake; a blank of the same length is none.
	const plain = text.startsWith(BOM) ? ` ${text.slice(1)}` : text;
	if (isTooDeep(plain)) return { kind: 'broken', line: 1, why: 'nested too deeply' };
	const errors: ParseError[] = [];
	const tree = parseTree(plain, errors, { allowTrailingComma: true });
	const [error] = errors;
	if (error !== undefined) {
		const why = printParseErrorCode(error.error);
		return { kind: 'broken', line: lineAt(plain, error.offset), why };
	}
	if (tree?.type !== 'object') return { kind: 'broken', line: 1, why: 'is not an object' };
	return { kind: 'object', layout: { text, root: nodeOf(tree), ...marksOf(plain) } };
}

/** The value of a JSON text; `undefined` where it does not parse to an object. */
export function jsonValue(text: string): unknown {
	const read = readJsonLayout(text);
	return read.kind === 'object' ? read.layout.root.value : undefined;
}

/** The parser calls itself once per level. */
function isTooDeep(text: string): boolean {
	let [depth, deepest] = [0, 0];
	for (const char of text) {
		if (char === '{' || char === '[') depth += 1;
		if (char === '}' || char === ']') depth -= 1;
		deepest = Math.max(deepest, depth);
	}
	return deepest > MAX_DEPTH;
}

function nodeOf(node: Node): JsonNode {
	const { offset, type, children = [] } = node;
	const at = { offset, end: offset + node.length };
	if (type === 'array') {
		const value = children.map((item) => nodeOf(item).value);
		return { ...at, value, members: undefined };
	}
	if (type !== 'object') return { ...at, value: node.value, members: undefined };
	const members = children.flatMap(memberOf);
	// As JSON.parse: `__proto__` is a key like any other, and of two the last one counts.
	const value = Object.fromEntries(members.map((one) => [one.key, one.node.value]));
	return { ...at, value, members };
}

function memberOf({ children = [], offset }: Node): JsonMember[] {
	const [key, value] = children;
	return key === undefined || value === undefined
		? []
		: [{ key: String(key.value), offset, node: nodeOf(value) }];
}

function marksOf(text: string) {
	const commas: number[] = [];
	const comments: { offset: number; end: number }[] = [];
	visit(
		text,
		{
			onSeparator: (char, offset) => {
				if (char === ',') commas.push(offset);
			},
			onComment: (offset, length) => {
				comments.push({ offset, end: offset + length });
			},
		},
		{ allowTrailingComma: true },
	);
	return { commas, comments };
}

function lineAt(text: string, offset: number): number {
	return text.slice(0, offset).split('\n').length;
}
