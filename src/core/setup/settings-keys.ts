import type { JsonKey } from './json-edits.ts';
import { type JsonNode, nodeAt } from './json-layout.ts';

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
