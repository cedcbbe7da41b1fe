import type { Problem } from './config.ts';
import type { KeyPath, Misfit } from './shape.ts';

/** One config file that exists, parsed but unchecked. */
export interface Source {
	readonly layer: 'global' | 'project' | 'local';
	readonly file: string;
	/** The parsed YAML; `undefined` where the file could not be read or parsed. */
	readonly value: unknown;
	/** 1-based line of the key at a path; `undefined` where the file has no such key. */
	readonly lineOf: (path: KeyPath) => number | undefined;
}

const MAX_KEY_PART = 64;

/** Something wrong in a file, with the line of the key, or of the nearest one around it. */
export function problemIn(source: Source, { path, message }: Misfit): Problem {
	return { file: source.file, key: keyText(path), line: nearestLine(source, path), message };
}

/** Problems as somebody mends them: file by file, each from its top; those without a line come first. */
export function inLineOrder(
	problems: readonly Problem[],
	sources: readonly Source[],
): readonly Problem[] {
	const files = sources.map(({ file }) => file);
	return problems.toSorted(
		(one, other) =>
			files.indexOf(one.file) - files.indexOf(other.file) || (one.line ?? 0) - (other.line ?? 0),
	);
}

function nearestLine(source: Source, path: KeyPath): number | undefined {
	for (let length = path.length; length > 0; length--) {
		const line = source.lineOf(path.slice(0, length));
		if (line !== undefined) return line;
	}
	return undefined;
}

/** A repository chooses its keys, and messages show them: one short printable line (behaviour 52). */
export function keyText(path: KeyPath): string {
	return path
		.map((part) =>
			String(part)
				.replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
				.slice(0, MAX_KEY_PART),
		)
		.join('.');
}
