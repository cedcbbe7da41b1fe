import type { FileChange, FileNow } from './file-change.ts';
import { type JsonKey, setKey } from './json-edits.ts';
import { type JsonNode, type JsonText, nodeAt } from './json-layout.ts';
import type { RecordedKey } from './record.ts';
import { applyEdits, inverseEdits, type TextEdit } from './text-edit.ts';

/** What a settings file is where there is none. */
export const NO_SETTINGS = '{}\n';

/** Reads JSON with comments. */
export type ReadJson = (text: string) => JsonText;

/** Which keys to set, and what for. */
export interface WantedKeys {
	readonly keys: readonly JsonKey[];
	readonly why: string;
}

/**
 * The change that gives keys of a settings file their values, one after the other; whatever they held
 * is kept for the way back. A text that does not parse is not changed.
 */
export function settingsChange(now: FileNow, wanted: WantedKeys, readJson: ReadJson): FileChange {
	const { file, path, text: before } = now;
	const start = before ?? NO_SETTINGS;
	const edits: TextEdit[] = [];
	const keys: RecordedKey[] = [];
	for (const key of wanted.keys) {
		const text = applyEdits(start, edits);
		const read = readJson(text);
		if (read.kind === 'broken') continue;
		keys.unshift(recordedKey(read.layout.root, key));
		edits.push(...setKey({ text, layout: read.layout }, key));
	}
	const undo = before === undefined ? [] : inverseEdits(before, edits);
	const after = applyEdits(start, edits);
	return { file, path, before, after, why: wanted.why, undo, keys, lines: [] };
}

function recordedKey(root: JsonNode, { path, value }: JsonKey): RecordedKey {
	const node = nodeAt(root, path);
	const missing = path
		.slice(1)
		.filter((_, index) => nodeAt(root, path.slice(0, index + 1)) === undefined);
	return {
		path: [...path],
		value,
		...(node === undefined ? {} : { was: node.value }),
		created_parents: missing.length,
	};
}
