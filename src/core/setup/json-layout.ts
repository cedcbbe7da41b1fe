/** Where the parts of a JSON text stand. Offsets count UTF-16 units; `end` is the first one after. */
export interface JsonLayout {
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
export function isPlainJson(text: string, { commas, comments }: JsonLayout): boolean {
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
