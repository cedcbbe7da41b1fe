import type { Problem } from './config.ts';
import type { KeyPath, Misfit } from './shape.ts';

/** One config file that exists, parsed but unchecked. */
export interface Source {
	readonly layer: 'global' | 'project' | 'local';
	readonly file: string;
	/** The parsed YAML; `undefined` if the file could not be read or parsed. */
	readonly value: unknown;
	/** 1-based line of the key at a path; `undefined` if the file has no such key. */
	readonly lineOf: (path: KeyPath) => number | undefined;
}

/** Something wrong in a file, with the line of the key, or of the nearest key around it. */
export function problemIn({ file, lineOf }: Source, { path, message }: Misfit): Problem {
	let line: number | undefined;
	for (let length = path.length; length > 0 && line === undefined; length--) {
		line = lineOf(path.slice(0, length));
	}
	return { file, key: path.map(String).join('.'), line, message };
}

/** Problems in the order in which a person corrects them: file by file, each from its top. */
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
