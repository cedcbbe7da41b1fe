import { programName } from '../command/call.ts';
import { foundFiles } from '../command/found-files.ts';
import { changed, type Effect } from './effect.ts';
import { mentionsWrite } from './mentions-write.ts';

/** What their text does with what is found is not read: it may remove it. */
const shells = /^(?:ba|da|k|z)?sh$/;

/** What a program changes, by name and following spellings. */
type Writes = (name: string, spellings: readonly string[]) => readonly Effect[];

/**
 * What `find` changes: with `-delete`, with the program after `-exec` (`{}` stands for what is
 * found), with `-fprint`. Found is what `-name` and `-path` let through below the roots, all without
 * them.
 */
export function findWrites(words: readonly string[], writes: Writes): readonly Effect[] {
	if (words.includes('-empty')) return [];
	const found = foundFiles(words);
	return words.flatMap((word, at) => {
		if (word === '-delete') return changed('gone', found);
		if (/^-f(?:print[0f]?|ls)$/.test(word)) return changed('content', words.slice(at + 1, at + 2));
		return /^-(?:exec|ok)(?:dir)?$/.test(word) ? runWrites(words.slice(at + 1), found, writes) : [];
	});
}

/** What the program of an `-exec` changes, up to `;` or `+`. */
function runWrites(
	words: readonly string[],
	found: readonly string[],
	writes: Writes,
): readonly Effect[] {
	const end = words.findIndex((word) => /^[;+]$/.test(word));
	const [name, ...rest] = words.slice(0, end < 0 ? words.length : end);
	if (shells.test(programName(name))) return rest.some(mentionsWrite) ? changed('gone', found) : [];
	return found.flatMap((file) =>
		writes(
			programName(name),
			rest.map((word) => word.replaceAll('{}', () => file)),
		),
	);
}
