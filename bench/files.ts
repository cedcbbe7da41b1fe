import {
	closeSync,
	fsyncSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** Content by path, and what tells whether the file was touched since. */
export type Files = Map<string, { readonly text: string; stamp: string }>;

/** Every file below these directories, without those that what a start leaves at work takes away meanwhile. */
export function takeFiles(roots: readonly string[]): Files {
	return new Map(
		pathsBelow(roots).flatMap((path) => {
			const text = textOf(path);
			return text === undefined ? [] : [[path, { text, stamp: stampOf(path) }] as const];
		}),
	);
}

function textOf(path: string): string | undefined {
	try {
		return readFileSync(path, 'utf8');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
		throw error;
	}
}

/** Puts the files back as they were; what nobody touched is left alone. On disk when this returns. */
export function restoreFiles(roots: readonly string[], files: Files): void {
	for (const path of pathsBelow(roots)) if (!files.has(path)) rmSync(path, { force: true });
	for (const [path, file] of files) {
		if (stampOf(path) === file.stamp) continue;
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, file.text);
		syncFile(path);
		file.stamp = stampOf(path);
	}
}

/** The files that were written since, journals aside: each cost a lock, a write and a rename. */
export function documentsWritten(before: Files, after: Files): number {
	return writtenSince(before, after).filter((path) => path.endsWith('.json')).length;
}

/** The paths of files that were written since. */
export function writtenSince(before: Files, after: Files): readonly string[] {
	const written = [...after].filter(([path, { stamp }]) => before.get(path)?.stamp !== stamp);
	return written.map(([path]) => path);
}

function pathsBelow(roots: readonly string[]): string[] {
	return roots.flatMap((root) =>
		readdirSync(root, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => join(entry.parentPath, entry.name)),
	);
}

function stampOf(path: string): string {
	const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
	return stat === undefined ? '' : `${stat.ino}:${stat.mtimeNs}:${stat.size}`;
}

/** Otherwise the next fsync, which is a hook's, would pay for it. */
function syncFile(path: string): void {
	const fd = openSync(path, 'r');
	try {
		fsyncSync(fd);
	} finally {
		closeSync(fd);
	}
}
