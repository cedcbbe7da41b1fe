/** A JSON text and where its parts stand. Offsets count UTF-16 units; `end` is the first one after. */
export interface JsonLayout {
	readonly text: string;
	readonly root: JsonNode;
	/** Where each comma stands that divides or ends members. */
	readonly commas: readonly number[];
	readonly comments: readonly { readonly offset: number; readonly end: number }[];
}

export interface JsonNode {
	readonly offset: number;
	readonly end: number;
	readonly value: unknown;
	/** Of an object, in the order of the text. */
	readonly members: readonly JsonMember[] | undefined;
}

export interface JsonMember {
	readonly key: string;
	/** Where the key starts. */
	readonly offset: number;
	readonly node: JsonNode;
}

/** A JSON text as it was read. Settings are one object; anything else is `broken`. */
export type JsonText =
	| { readonly kind: 'object'; readonly layout: JsonLayout }
	| { readonly kind: 'broken'; readonly line: number; readonly why: string };

/**
 * Whether it is JSON as the client takes it: a file with a comment, or a comma at an end, it ignores
 * whole and in silence (docs/notes/claude-code/installation.md).
 */
export function isPlainJson({ text, commas, comments }: JsonLayout): boolean {
	const isAtEnd = (comma: number) => /^\s*[}\]]/.test(text.slice(comma + 1));
	return comments.length === 0 && !commas.some(isAtEnd);
}

/** The node a path of keys leads to; of a key that stands twice, the last one, as JSON.parse has it. */
export function nodeAt(root: JsonNode, path: readonly string[]): JsonNode | undefined {
	let node: JsonNode | undefined = root;
	for (const key of path) {
		node = node?.members?.findLast((member) => member.key === key)?.node;
	}
	return node;
}

/** What one key is to hold. */
export interface JsonKey {
	readonly path: readonly string[];
	readonly value: unknown;
}

/** How a file stands to a key that is wanted. `taken`: there is another value, or no object on the way. */
type KeyStanding = 'missing' | 'present' | 'taken';

/** Where a wanted key stands in a settings file. */
export function keyStanding(settings: JsonNode, { path, value }: JsonKey): KeyStanding {
	for (let length = 1; length <= path.length; length += 1) {
		const node = nodeAt(settings, path.slice(0, length));
		if (node === undefined) return 'missing';
		if (length === path.length) return isSame(node.value, value) ? 'present' : 'taken';
		if (node.members === undefined) return 'taken';
	}
	return 'taken';
}

/** Whether two JSON values say the same; the order of keys does not count. */
function isSame(one: unknown, other: unknown): boolean {
	if (one === other) return true;
	if (!isParent(one) || !isParent(other) || Array.isArray(one) !== Array.isArray(other)) {
		return false;
	}
	const keys = Object.keys(one);
	if (keys.length !== Object.keys(other).length) return false;
	return keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]));
}

function isParent(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null;
}

/** One replacement in a text: `length` UTF-16 units from `offset` become `text`. */
interface TextEdit {
	readonly offset: number;
	readonly length: number;
	readonly text: string;
}

/** Applies edits one after the other: each counts in the text the ones before it have left. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
	return edits.reduce(
		(now, edit) =>
			`${now.slice(0, edit.offset)}${edit.text}${now.slice(edit.offset + edit.length)}`,
		text,
	);
}

/**
 * The edits that give a key its value and touch no other byte: comments, order, indentation, line
 * ends and a missing last newline stay. Objects on the way that are missing are created with it.
 */
export function setKey(layout: JsonLayout, { path, value }: JsonKey): TextEdit[] {
	const present = nodeAt(layout.root, path);
	if (present !== undefined) {
		const { offset, end } = present;
		return [{ offset, length: end - offset, text: JSON.stringify(value) }];
	}
	const isObject = (length: number) => nodeAt(layout.root, path.slice(0, length))?.members;
	const depth = path.findLastIndex((_, length) => isObject(length));
	const parent = nodeAt(layout.root, path.slice(0, depth)) ?? layout.root;
	const [key = '', ...inner] = path.slice(depth);
	const nested = inner.reduceRight<unknown>((held, name) => ({ [name]: held }), value);
	return addMember(parent, { key, value: nested }, layout);
}

function blankStart(text: string, offset: number): number {
	return text.slice(0, offset).trimEnd().length;
}

/** One more key: on a line of its own, after whatever stands behind the last one; on one line where the object is. */
function addMember(
	parent: JsonNode,
	{ key, value }: { readonly key: string; readonly value: unknown },
	{ text, commas }: JsonLayout,
): TextEdit[] {
	const last = parent.members?.at(-1);
	if (last !== undefined && !text.slice(parent.offset, parent.end).includes('\n')) {
		const member = `, ${JSON.stringify(key)}: ${JSON.stringify(value)}`;
		return [{ offset: last.node.end, length: 0, text: member }];
	}
	// As the file has it; two blanks and a newline where it does not tell, as the client writes.
	const indent = /\n([\t ]+)\S/.exec(text)?.[1] ?? '  ';
	const newline = /\r?\n/.exec(text)?.[0] ?? '\n';
	const outer = indentAt(text, parent.offset);
	const own = last === undefined ? `${outer}${indent}` : indentAt(text, last.offset);
	const member = `\n${JSON.stringify(key)}: ${JSON.stringify(value, undefined, indent)}`;
	const written = member.replaceAll('\n', `${newline}${own}`);
	const place = blankStart(text, parent.end - 1);
	if (last === undefined) {
		const length = parent.end - 1 - place;
		return [{ offset: place, length, text: `${written}${newline}${outer}` }];
	}
	const { end } = last.node;
	const isEnded = commas.some((comma) => comma >= end && comma < parent.end);
	if (isEnded) return [{ offset: place, length: 0, text: `${written},` }];
	return [
		{ offset: place, length: 0, text: written },
		{ offset: end, length: 0, text: ',' },
	];
}

/** The blanks at the start of the line an offset is on. */
function indentAt(text: string, offset: number): string {
	const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
	return /^[\t ]*/.exec(line)?.[0] ?? '';
}
