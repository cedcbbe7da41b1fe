import { programName, UNKNOWN } from '../command/call.ts';
import { changed, type Effect } from './effect.ts';
import { mentionsWrite } from './mentions-write.ts';

/** Spellings of more files than this stand for all below their roots. */
const maxFiles = 64;

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

/** Spellings of what `find` finds. */
export function foundFiles(words: readonly string[]): readonly string[] {
	const start = words.findIndex((word) => !/^-[HLPO]/.test(word));
	const end = words.findIndex((word, at) => at >= start && /^(?:[-(!]|\\?$)/.test(word));
	const roots = words.slice(Math.max(start, 0), end < 0 ? words.length : end);
	const from = roots.length > 0 ? roots : ['.'];
	const filters = words.flatMap((_, at) => filterAt(words, at) ?? []);
	const files = from.flatMap((root) =>
		filters.length === 0
			? [root, `${root}/${UNKNOWN}*`]
			: filters.map(({ below, pattern }) => (below ? `${root}/${UNKNOWN}/${pattern}` : pattern)),
	);
	return files.length > maxFiles ? from.map((root) => `${root}/${UNKNOWN}*`) : files;
}

interface Filter {
	readonly pattern: string;
	/** A name somewhere below a root, not a path. */
	readonly below: boolean;
}

/** The filter whose option stands there, unless it leaves out what it fits. */
function filterAt(words: readonly string[], at: number): Filter | undefined {
	const kind = /^-i?(name|path|wholename)$/.exec(words[at] ?? '')?.[1];
	const negated = words[at - 1] === '!' || words[at - 1] === '-not';
	if (kind === undefined || negated || words[at + 2] === '-prune') return undefined;
	const pattern = (words[at + 1] ?? '').replaceAll(/\\([*?[\]])/g, '$1');
	return kind === 'name'
		? { pattern, below: true }
		: { pattern: pattern.replaceAll('*', UNKNOWN), below: false };
}
