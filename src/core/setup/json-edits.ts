import { type JsonLayout, type JsonMember, type JsonNode, nodeAt } from './json-layout.ts';
import type { TextEdit } from './text-edit.ts';

/** A JSON text together with where its parts stand. */
export interface JsonSource {
	readonly text: string;
	readonly layout: JsonLayout;
}

/** What one key is to hold. */
export interface JsonKey {
	readonly path: readonly string[];
	readonly value: unknown;
}

/**
 * The edits that give a key its value and touch no other byte: comments, order, indentation, line
 * ends and a missing last newline stay. Objects on the way that are missing are created with it.
 */
export function setKey(source: JsonSource, { path, value }: JsonKey): TextEdit[] {
	const { text, layout } = source;
	const present = nodeAt(layout.root, path);
	if (present !== undefined) {
		const { offset, end } = present;
		return [{ offset, length: end - offset, text: JSON.stringify(value) }];
	}
	const depth = path.findLastIndex(
		(_, index) => nodeAt(layout.root, path.slice(0, index))?.members,
	);
	const parent = nodeAt(layout.root, path.slice(0, Math.max(depth, 0))) ?? layout.root;
	const [key = '', ...inner] = path.slice(Math.max(depth, 0));
	const nested = inner.reduceRight<unknown>((held, name) => ({ [name]: held }), value);
	return addMember(parent, { key, value: nested }, { text, layout });
}

/** The edits that take a key away, with its comma and the blank before it; a comment beside it stays. */
export function removeKey({ text, layout }: JsonSource, path: readonly string[]): TextEdit[] {
	const parent = nodeAt(layout.root, path.slice(0, -1));
	const members = parent?.members ?? [];
	const index = members.findLastIndex(({ key }) => key === path.at(-1));
	const member = members[index];
	if (parent === undefined || member === undefined) return [];
	const { end } = member.node;
	const start = blankStart(text, member.offset);
	const cut = { offset: start, length: end - start, text: '' };
	const comma = commaOf(parent, index, layout.commas);
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

interface NewMember {
	readonly key: string;
	readonly value: unknown;
}

function addMember(parent: JsonNode, member: NewMember, source: JsonSource): TextEdit[] {
	const { text } = source;
	const last = parent.members?.at(-1);
	const isFlat = !text.slice(parent.offset, parent.end).includes('\n');
	if (last === undefined) return [fill(parent, member, source)];
	if (isFlat) {
		const { end } = last.node;
		return [{ offset: end, length: 0, text: `, ${memberText(member, undefined)}` }];
	}
	return append(last, parent, { member, source });
}

/** A first member: the braces go on lines of their own. */
function fill(parent: JsonNode, member: NewMember, source: JsonSource): TextEdit {
	const { text, layout } = source;
	const style = styleOf(text);
	const outer = indentAt(text, parent.offset);
	const inside = text.slice(parent.offset + 1, parent.end - 1);
	const hasComment = layout.comments.some(
		({ offset }) => offset > parent.offset && offset < parent.end,
	);
	const kept = hasComment ? inside.trimEnd() : '';
	const own = `${outer}${style.indent}`;
	const written = memberText(member, { ...style, own });
	return {
		offset: parent.offset + 1 + kept.length,
		length: inside.length - kept.length,
		text: `${style.newline}${own}${written}${style.newline}${outer}`,
	};
}

/** One more member on a line of its own, after whatever stands behind the last one. */
function append(
	last: JsonMember,
	parent: JsonNode,
	{ member, source }: { readonly member: NewMember; readonly source: JsonSource },
): TextEdit[] {
	const { text, layout } = source;
	const style = styleOf(text);
	const own = indentAt(text, last.offset);
	const { end } = last.node;
	const isEnded = layout.commas.some((comma) => comma >= end && comma < parent.end);
	const place = blankStart(text, parent.end - 1);
	const written = `${style.newline}${own}${memberText(member, { ...style, own })}`;
	if (isEnded) return [{ offset: place, length: 0, text: `${written},` }];
	const comma = { offset: end, length: 0, text: ',' };
	if (place === end) return [{ ...comma, text: `,${written}` }];
	return [{ offset: place, length: 0, text: written }, comma];
}

interface Style {
	readonly indent: string;
	readonly newline: string;
}

/** As the file has it; two blanks and a newline where it does not tell, as the client writes. */
function styleOf(text: string): Style {
	return {
		indent: /\n([\t ]+)\S/.exec(text)?.[1] ?? '  ',
		newline: /\r?\n/.exec(text)?.[0] ?? '\n',
	};
}

/** The blanks at the start of the line an offset is on. */
function indentAt(text: string, offset: number): string {
	const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
	return /^[\t ]*/.exec(line)?.[0] ?? '';
}

function memberText(
	{ key, value }: NewMember,
	style: (Style & { readonly own: string }) | undefined,
): string {
	const written = JSON.stringify(value, undefined, style?.indent);
	const lines = written.split('\n').join(`${style?.newline}${style?.own}`);
	return `${JSON.stringify(key)}: ${style === undefined ? written : lines}`;
}
