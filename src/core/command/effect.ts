/** `content`: created or changed · `gone`: removed or moved away · `mode`: permissions, owner. */
export type WriteKind = 'content' | 'gone' | 'mode';

/** A file or directory that a program changes, as its words spell it. */
export interface Effect {
	readonly spelling: string;
	readonly how: WriteKind;
	/** Spelling of a file whose name the changed one bears, in the directory `spelling`. */
	readonly namedAs: string | undefined;
	/** If it is a directory, files in it change too, whose names the words do not tell. */
	readonly whole: boolean;
}

/** The files of these spellings change. */
export function changed(how: WriteKind, spellings: readonly string[]): readonly Effect[] {
	return spellings.map((spelling) => ({ spelling, how, namedAs: undefined, whole: false }));
}

/** The same, with what lies in them where they are directories. */
export function changedInside(how: WriteKind, spellings: readonly string[]): readonly Effect[] {
	return changed(how, spellings).map((effect) => ({ ...effect, whole: true }));
}

/**
 * Files arrive at a place: there, or, where that is a directory, in it under their own names. `whole`
 * as in {@link Effect}.
 */
export function arrived(
	target: string,
	sources: readonly string[],
	whole: boolean,
): readonly Effect[] {
	const isDirectory = sources.length > 1 || /(?:^|\/)\.{0,2}$/.test(target);
	const there = { spelling: target, how: 'content' as const, whole };
	const inside = sources.map((namedAs) => ({ ...there, namedAs }));
	return isDirectory ? inside : [{ ...there, namedAs: undefined }, ...inside];
}
