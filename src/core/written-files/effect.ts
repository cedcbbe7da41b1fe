import { type Arguments, optionSet, programArguments } from '../command/options.ts';

/** `content`: created or changed · `gone`: removed or moved away · `mode`: permissions, owner, another name. */
export type WriteKind = 'content' | 'gone' | 'mode';

/** A file or directory that a program changes, as its words spell it. */
export interface Effect {
	readonly spelling: string;
	readonly how: WriteKind;
	/** Spelling of a file whose name the changed one bears, in the directory `spelling`. */
	readonly namedAs: string | undefined;
	/** If it is a directory: which files in it change too, whose names the words do not tell. */
	readonly inside: Inside;
}

/** `children` where something arrives of which one knows nothing else: more would be held too often. */
type Inside = 'none' | 'children' | 'all';

/** The files of these spellings change. */
export function changed(how: WriteKind, spellings: readonly string[]): readonly Effect[] {
	return spellings.map((spelling) => ({ spelling, how, namedAs: undefined, inside: 'none' }));
}

/** The same, with what lies directly in them where they are directories. */
export function changedInside(how: WriteKind, spellings: readonly string[]): readonly Effect[] {
	return changed(how, spellings).map((effect) => ({ ...effect, inside: 'children' }));
}

/**
 * Files arrive at a place: there, or, where that is a directory, in it under their own names.
 */
export function arrived(
	target: string,
	sources: readonly string[],
	inside: Inside,
): readonly Effect[] {
	const isDirectory = sources.length > 1 || /(?:^|\/)\.{0,2}$/.test(target);
	const there = { spelling: target, how: 'content' as const, inside };
	const named = sources.map((namedAs) => ({ ...there, namedAs }));
	return isDirectory ? named : [{ ...there, namedAs: undefined }, ...named];
}

/** What a program changes, by the spellings of the words that follow it. */
export type WriteRow = (spellings: readonly string[]) => readonly Effect[];

/** A row for a program whose options with a value are these: `'-t --target'`. */
export function row(valued: string, read: (args: Arguments) => readonly Effect[]): WriteRow {
	const style = { valued: optionSet(valued) };
	return (spellings) => read(programArguments(spellings, style));
}
