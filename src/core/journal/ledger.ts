import { type JournalLine, ofKind } from './line.ts';

/** Whether a stop was already held on this branch for this prompt and exactly these requirements (D32). */
export function wasStopped(
	lines: readonly JournalLine[],
	held: {
		readonly branch: string;
		readonly prompt: string | undefined;
		readonly names: readonly string[];
	},
): boolean {
	return ofKind(lines, 'stopped').some(
		({ branch, p, names }) =>
			branch === held.branch && p === held.prompt && isSameSet(names, held.names),
	);
}

/** Whether the model was already warned of exactly these requirements during this prompt. */
export function wasWarned(
	lines: readonly JournalLine[],
	prompt: string | undefined,
	names: readonly string[],
): boolean {
	return ofKind(lines, 'refuse').some(
		(line) => line.warned === true && line.p === prompt && isSameSet(line.names, names),
	);
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
	return a.length === b.length && a.every((name) => b.includes(name));
}
