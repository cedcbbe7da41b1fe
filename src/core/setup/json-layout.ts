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
export type KeyStanding = 'missing' | 'present' | 'taken';

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
