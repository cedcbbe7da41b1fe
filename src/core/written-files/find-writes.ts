import { programName, UNKNOWN } from '../command/call.ts';
import { foundFiles } from '../command/found-files.ts';
import { changed, type Effect } from './effect.ts';
import { mentionsWrite } from './mentions-write.ts';

/** What their own words do with what is found is not read: they may remove it. */
const rereaders = /^(?:(?:ba|da|k|z)?sh|find)$/;
const execution = /^-(?:exec|ok)(?:dir)?$/;
/** What is found, times the words of what is done with it: more may remove all here, and all they name. */
const maxWork = 5_000;

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
	const acts = words.findIndex((word) => word === '-delete' || execution.test(word));
	if (acts >= 0 && found.length * (words.length - acts) > maxWork) {
		const named = new Set(words.map((word) => word.replaceAll('{}', `${UNKNOWN}*`)));
		return changed('gone', ['.', ...named]);
	}
	const effects: Effect[] = [];
	for (let at = 0; at < words.length; at++) {
		const word = words[at] ?? '';
		if (word === '-delete') effects.push(...changed('gone', found));
		else if (/^-f(?:print[0f]?|ls)$/.test(word)) {
			effects.push(...changed('content', words.slice(at + 1, at + 2)));
		} else if (execution.test(word)) {
			const end = endOf(words, at);
			effects.push(...runWrites(words.slice(at + 1, end), found, writes));
			at = end;
		}
	}
	return effects;
}

/** Index of the `;` or `+` that ends an `-exec`: what stands before it is the program's, another `-exec` too. */
function endOf(words: readonly string[], at: number): number {
	let end = at + 1;
	while (end < words.length && !/^[;+]$/.test(words[end] ?? '')) end += 1;
	return end;
}

/** What the program of an `-exec` changes. */
function runWrites(
	[name, ...rest]: readonly string[],
	found: readonly string[],
	writes: Writes,
): readonly Effect[] {
	const program = programName(name);
	if (rereaders.test(program)) return mayRemove(rest) ? changed('gone', found) : [];
	return found.flatMap((file) =>
		writes(
			program,
			rest.map((word) => word.replaceAll('{}', () => file)),
		),
	);
}

function mayRemove(words: readonly string[]): boolean {
	return words.some((word) => mentionsWrite(word) || word === '-delete' || execution.test(word));
}
