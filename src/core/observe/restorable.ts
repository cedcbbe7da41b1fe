import { type JournalLine, ofKind, withoutPutBack } from '../journal/line.ts';
import { GONE } from './look.ts';

/** A file that changed round a gate, from before the first call that led to what stands there to after the last one. */
export interface Restorable {
	/** Relative to the root, with `/`. */
	readonly path: string;
	/** What it was: `clean`, `absent`, or `=` and its content. Empty: nobody knows. */
	readonly was: string;
	/** What the last call left: `absent`, or `=` and its content. Empty: nobody knows. */
	readonly left: string;
	/** Where the branch stood before; what a clean file is put back from. */
	readonly commit: string | undefined;
}

/** What a look tells of a content, as journals have it. */
export function contentMark(content: string | undefined): string {
	if (content === undefined) return '';
	return content === GONE ? 'absent' : `=${content}`;
}

/**
 * The lines of one journal without what got round a gate and was accepted since: a turn ended for which those requirements
 * were satisfied.
 */
export function withoutAccepted(lines: readonly JournalLine[]): readonly JournalLine[] {
	return lines.filter((line, index) => {
		if (line.e !== 'bypassed') return true;
		const ends = ofKind(lines.slice(index), 'ended').filter(({ branch }) => branch === line.branch);
		return ends.every(({ names }) => line.names.some((name) => names.includes(name)));
	});
}

/**
 * The files that got round a gate on a branch and were not put back, each once. Two calls that changed one file after
 * each other go back as one, unless somebody else changed it in between: that stays.
 *
 * @param lines of any sessions, oldest first
 * @returns `isMore`: calls changed more files than their lines name
 */
export function restorables(
	lines: readonly JournalLine[],
	branch: string,
): { readonly files: readonly Restorable[]; readonly isMore: boolean } {
	const found = new Map<string, Restorable & { isEnd: boolean }>();
	const bypasses = ofKind(withoutPutBack(lines), 'bypassed').filter((one) => one.branch === branch);
	for (const { paths, was: before, left: after = [], commit } of bypasses.reverse()) {
		for (const [index, path] of paths.entries()) {
			const [was, left] = [before[index] ?? '', after[index] ?? ''];
			const known = found.get(path);
			if (known === undefined) found.set(path, { path, was, left, commit, isEnd: false });
			else if (known.isEnd || known.was === '' || known.was !== left) known.isEnd = true;
			else found.set(path, { ...known, was, commit });
		}
	}
	const files = [...found.values()].map(({ isEnd, ...one }) => one);
	return { files, isMore: bypasses.some(({ more }) => more === true) };
}
