import { removeKey, setKey } from './json-edits.ts';
import { nodeAt } from './json-layout.ts';
import type { RecordedChange, RecordedKey } from './record.ts';
import type { ReadJson } from './settings-edits.ts';
import { type KeyStanding, keyStanding } from './settings-keys.ts';
import { applyEdits, type TextEdit } from './text-edit.ts';

/** What taking one change back comes to. */
export type Undone =
	/** The file is as it was before init, to the byte; `undefined`: it does not exist. */
	| { readonly kind: 'restored'; readonly text: string | undefined }
	/** Somebody edited it since: it lost what init added, and keeps the rest. `left`: keys with other values now. */
	| {
			readonly kind: 'cleaned';
			readonly text: string | undefined;
			readonly left: readonly string[];
	  }
	/** Nothing of init is in it any more. */
	| { readonly kind: 'gone' }
	/** Somebody edited it since, and it stays as it is. */
	| { readonly kind: 'stays' };

/** What it takes to look into a file. */
export interface UndoTools {
	readonly sha256: (text: string) => string;
	readonly readJson: ReadJson;
}

/**
 * Takes one recorded change back.
 *
 * @param text what the file holds now; `undefined` where there is none
 */
export function undoChange(
	change: RecordedChange,
	text: string | undefined,
	tools: UndoTools,
): Undone {
	if (text === undefined) return { kind: 'gone' };
	const hash = tools.sha256(text);
	if (hash === change.sha256_before) return { kind: 'gone' };
	if (hash === change.sha256_after) {
		if (change.sha256_before === null) return { kind: 'restored', text: undefined };
		const before = applyEdits(text, change.undo);
		// A record that does not lead back is not believed.
		if (tools.sha256(before) === change.sha256_before) return { kind: 'restored', text: before };
	}
	if (change.keys.length > 0) return withoutKeys(change, text, tools.readJson);
	if (change.lines.length > 0) return withoutLines(change.lines, text);
	return { kind: 'stays' };
}

function withoutKeys(change: RecordedChange, text: string, readJson: ReadJson): Undone {
	if (readJson(text).kind === 'broken') return { kind: 'stays' };
	const left: string[] = [];
	let now = text;
	for (const key of change.keys) {
		const standing = standingIn(now, key, readJson);
		if (standing === 'present') now = withoutKey(now, key, readJson);
		if (standing === 'taken') left.push(key.path.join('.'));
	}
	if (now === text && left.length === 0) return { kind: 'gone' };
	const isEmptied = change.sha256_before === null && now.replaceAll(/\s/g, '') === '{}';
	return { kind: 'cleaned', text: isEmptied ? undefined : now, left };
}

function standingIn(text: string, { path, value }: RecordedKey, readJson: ReadJson): KeyStanding {
	const read = readJson(text);
	return read.kind === 'broken' ? 'missing' : keyStanding(read.layout.root, { path, value });
}

/** Gives a key its old value back, or takes it away with the objects that were made for it. */
function withoutKey(text: string, key: RecordedKey, readJson: ReadJson): string {
	if (Object.hasOwn(key, 'was')) {
		return edited(text, readJson, (source) => setKey(source, { path: key.path, value: key.was }));
	}
	let now = edited(text, readJson, (source) => removeKey(source, key.path));
	for (let above = 1; above <= key.created_parents; above += 1) {
		const path = key.path.slice(0, -above);
		now = edited(now, readJson, (source) => {
			const isEmpty = nodeAt(source.layout.root, path)?.members?.length === 0;
			return isEmpty ? removeKey(source, path) : [];
		});
	}
	return now;
}

function edited(
	text: string,
	readJson: ReadJson,
	edits: (source: Parameters<typeof setKey>[0]) => TextEdit[],
): string {
	const read = readJson(text);
	return read.kind === 'broken' ? text : applyEdits(text, edits({ text, layout: read.layout }));
}

/** Takes the last of each line away; where one is gone already, that is no trouble. */
function withoutLines(lines: readonly string[], text: string): Undone {
	const kept = text.split('\n');
	for (const line of lines) {
		const index = kept.lastIndexOf(line);
		if (index >= 0) kept.splice(index, 1);
	}
	const now = kept.join('\n');
	return now === text ? { kind: 'gone' } : { kind: 'cleaned', text: now, left: [] };
}
