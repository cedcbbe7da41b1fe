import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Content by path, and a stamp that changes with every write. */
export type Files = Map<string, { readonly text: string; readonly stamp: string }>;

/** Every file in these directories, except files that a background process deletes meanwhile. */
export function takeFiles(roots: readonly string[]): Files {
	const paths = roots.flatMap((root) =>
		readdirSync(root, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => join(entry.parentPath, entry.name)),
	);
	return new Map(
		paths.flatMap((path) => {
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

function stampOf(path: string): string {
	const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
	return stat === undefined ? '' : `${stat.ino}:${stat.mtimeNs}:${stat.size}`;
}
