import type { RecordedChange, RecordedKey } from './record.ts';
import type { SetupFile } from './setup-file.ts';
import { inverseEdits, type TextEdit } from './text-edit.ts';

/** One file as a plan changes it. */
export interface FileChange {
	readonly file: SetupFile;
	/** Absolute, links followed: what is written. */
	readonly path: string;
	/** `undefined`: it is created. */
	readonly before: string | undefined;
	readonly after: string;
	/** What for, in a few words. */
	readonly why: string;
	/** From after to before. */
	readonly undo: readonly TextEdit[];
	readonly keys: readonly RecordedKey[];
	readonly lines: readonly string[];
}

/** Which file, and what it holds now. */
export interface FileNow {
	readonly file: SetupFile;
	readonly path: string;
	readonly text: string | undefined;
}

/** A file that is created as a whole. */
export function createFile(now: FileNow, after: string, why: string): FileChange {
	const { file, path } = now;
	return { file, path, before: undefined, after, why, undo: [], keys: [], lines: [] };
}

/** Lines that are put at the end of a file of lines, such as `info/exclude`. */
export function appendLines(now: FileNow, lines: readonly string[], why: string): FileChange {
	const { file, path, text } = now;
	const isOpen = text !== undefined && text !== '' && !text.endsWith('\n');
	const added = lines.map((line) => `${line}\n`).join('');
	const offset = (text ?? '').length;
	const edits = [{ offset, length: 0, text: `${isOpen ? '\n' : ''}${added}` }];
	const after = `${text ?? ''}${isOpen ? '\n' : ''}${added}`;
	const undo = text === undefined ? [] : inverseEdits(text, edits);
	return { file, path, before: text, after, why, undo, keys: [], lines };
}

/** What is kept of a change, so that it can be taken back. */
export function recorded(change: FileChange, sha256: (text: string) => string): RecordedChange {
	const { file, path, before, after, undo, keys, lines } = change;
	return {
		file,
		path,
		sha256_before: before === undefined ? null : sha256(before),
		sha256_after: sha256(after),
		undo: [...undo],
		keys: [...keys],
		lines: [...lines],
	};
}
