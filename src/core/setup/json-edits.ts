import { type JsonKey, type JsonLayout, type JsonNode, nodeAt } from './json-layout.ts';
import type { TextEdit } from './text-edit.ts';

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

/** The edits that take a key away, with its comma and the blank before it; a comment beside it stays. */
export function removeKey(layout: JsonLayout, path: readonly string[]): TextEdit[] {
	const { text, root, commas } = layout;
	const parent = nodeAt(root, path.slice(0, -1));
	const members = parent?.members ?? [];
	const index = members.findLastIndex(({ key }) => key === path.at(-1));
	const member = members[index];
	if (parent === undefined || member === undefined) return [];
	const { end } = member.node;
	const start = blankStart(text, member.offset);
	const cut = { offset: start, length: end - start, text: '' };
	const comma = commaOf(parent, index, commas);
	if (comma === undefined) return [cut];
	const edits = [cut, { offset: comma, length: 1, text: '' }];
	return edits.sort((a, b) => b.offset - a.offset);
}

/** The comma that goes with a member: the one after it, else the one before it. */
function commaOf(parent: JsonNode, index: number, commas: readonly number[]): number | undefined {
	const between = (from: number, to: number) => commas.find((at) => at >= from && at < to);
	const { members = [] } = parent;
	const own = members[index];
	const next = members[index + 1]?.offset ?? parent.end;
	const previous = members[index - 1]?.node.end;
	const after = between(own?.node.end ?? next, next);
	return after ?? (previous === undefined ? undefined : between(previous, own?.offset ?? next));
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
