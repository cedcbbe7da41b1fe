import { type Arguments, programArguments } from '../command/program-arguments.ts';
import { optionSet } from '../command/skip-options.ts';
import type { Effect } from './effect.ts';

/** What a program changes, by the spellings of the words that follow it. */
export type WriteRow = (spellings: readonly string[]) => readonly Effect[];

/** A row for a program whose options with a value are these: `'-t --target'`. */
export function row(valued: string, read: (args: Arguments) => readonly Effect[]): WriteRow {
	const style = { valued: optionSet(valued), attached: '' };
	return (spellings) => read(programArguments(spellings, style));
}
